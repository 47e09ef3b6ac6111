import type { TargetName } from '../../core/ir/target-name.ts'
import type { PassCost } from './pass-range.ts'

/** Sizes of one agent's request, as if this agent were called next. Sizes are in tokens. */
export interface AgentPreview {
  readonly name: string
  readonly model: string | null
  readonly target: TargetName | null
  /** Whether the agent's request could be compiled. */
  readonly ok: boolean
  /** Estimate (`input`), upper bound (`max`) and limit of the tokens; null without a request, or without a limit. */
  readonly tokens: {
    readonly input: number
    readonly max: number
    readonly limit: number | null
    /** Soft size of the input; absent if there is none. */
    readonly aim?: number
  }
  /** Estimated tokens of each section of the request. */
  readonly sections: {
    readonly system: number
    readonly tools: number
    readonly schema: number
    readonly history: number
  }
  /** Input price in USD if nothing is cached; null if unknown. */
  readonly price: number | null
  /** Names of the tools that the agent declares. */
  readonly tools: readonly string[]
  /** Lines about the state keys that the agent reads and writes, and the history that it sees. */
  readonly about: readonly string[]
  /** Keys in the agent's instruction that have no value in the session yet. */
  readonly unknown: readonly string[]
  /** Reason why the agent has no request; null if it has one. */
  readonly error: string | null
}

/** Previews of all agents of a program, and the cost of one pass over the program. */
export interface ProgramPreview {
  /** Previews of the agents, in the order of their declaration. */
  readonly agents: readonly AgentPreview[]
  readonly pass: PassCost
}
