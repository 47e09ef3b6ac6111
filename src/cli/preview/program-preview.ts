import type { TargetName } from '../../core/ir/target-name.ts'
import type { PassCost } from './pass-range.ts'

/** Request of one agent, as if it were next. Sizes are in tokens. */
export interface AgentPreview {
  readonly name: string
  readonly model: string | null
  readonly target: TargetName | null
  /** Whether the request could be compiled. */
  readonly ok: boolean
  /** Estimate, upper bound and limit; null without a request, or without a limit. */
  readonly tokens: { readonly input: number; readonly max: number; readonly limit: number | null }
  /** Estimates of the sections of the request. */
  readonly sections: {
    readonly system: number
    readonly tools: number
    readonly schema: number
    readonly history: number
  }
  /** Price of the input in USD, without a cache; null if unknown. */
  readonly price: number | null
  /** Declared names of the agent's tools. */
  readonly tools: readonly string[]
  /** State keys that the agent reads and writes, and the history that it sees, one line each. */
  readonly about: readonly string[]
  /** Keys of the agent's instruction that the session does not have yet. */
  readonly unknown: readonly string[]
  /** Reason why there is no request; null if there is one. */
  readonly error: string | null
}

/** All agents of a program, and the cost of one pass over it. */
export interface ProgramPreview {
  /** Agents in the order of declaration. */
  readonly agents: readonly AgentPreview[]
  readonly pass: PassCost
}
