import type { TargetName } from '../../core/ir/target-name.ts'
import type { PassCost } from './pass-range.ts'

/** Request of one agent, if it were next. Sizes are in tokens. */
export interface AgentPreview {
  readonly name: string
  readonly model: string | null
  readonly target: TargetName | null
  /** Whether a request can be made. */
  readonly ok: boolean
  /** The estimate, the upper bound and the limit; null without a request, or without a limit. */
  readonly tokens: { readonly input: number; readonly max: number; readonly limit: number | null }
  /** Estimates of the sections of the request. */
  readonly sections: {
    readonly system: number
    readonly tools: number
    readonly schema: number
    readonly history: number
  }
  /** Price of the input in USD, without a cache; null if it is not known. */
  readonly price: number | null
  /** Declared names of its tools. */
  readonly tools: readonly string[]
  /** State keys that it reads and writes, and the history that it sees, one line each. */
  readonly about: readonly string[]
  /** Keys of its instruction that the session does not hold yet. */
  readonly unknown: readonly string[]
  /** Reason that there is no request; null if there is one. */
  readonly error: string | null
}

/** All agents of a program, and the cost of one pass over it. */
export interface ProgramPreview {
  /** Agents in the order of declaration. */
  readonly agents: readonly AgentPreview[]
  readonly pass: PassCost
}
