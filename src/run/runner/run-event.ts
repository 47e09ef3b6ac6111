import type { Event, TokenCounts } from '../../core/ir/event.ts'
import type { JsonValue } from '../../core/ir/json.ts'
import type { NextStep } from '../../core/program/next-step.ts'
import type { WaitingCall } from './tools/waiting-calls.ts'

/** Event of a run stream. */
export type RunEvent =
  /** An event that is in the store. */
  | { readonly type: 'event'; readonly event: Event }
  /** Part of an answer that is not stored yet. A later `event` contains the whole answer. */
  | {
      readonly type: 'delta'
      readonly agent: string
      readonly branch: string
      readonly kind: 'text' | 'reasoning' | 'tool-call'
      readonly text: string
      /** Name of the called tool. */
      readonly tool?: string
    }
  /** A model call failed and is repeated after `delay` milliseconds. `failed` counts the failed attempts so far. */
  | {
      readonly type: 'retrying'
      readonly agent: string
      readonly branch: string
      readonly failed: number
      readonly delay: number
      readonly reason: string
    }
  /** A tool reports the progress of a call (`seq.part`). */
  | {
      readonly type: 'progress'
      readonly agent: string
      readonly branch: string
      readonly call: string
      readonly tool: string
      readonly value: JsonValue
    }
  /** The deltas of an agent's answer since the agent's last event are invalid, because the model is called again. */
  | { readonly type: 'retracted'; readonly agent: string; readonly branch: string }

/** Status of a run that is not in progress. */
export type RunStatus = 'done' | 'waiting' | 'limited' | 'failed' | 'cancelled'

/** Result of a run. */
export interface RunOutcome {
  readonly status: RunStatus
  /** Text of the run's last answer, as events of the stream show it: without protected values; null if there is none. */
  readonly text: string | null
  /** State of the session, without `temp:` keys. */
  readonly state: Readonly<Record<string, JsonValue>>
  /** Calls that wait for a decision, as `seq.part`. */
  readonly waiting: readonly string[]
  /** Calls in `waiting`, with the facts that a person needs for a decision. */
  readonly waitingCalls: readonly WaitingCall[]
  /**
   * Tokens of the run's model calls: those of all agents, also of agents that work as tools, and those of compactions that
   * providers ran. Calls that failed, and handlers of `effects`, are not included.
   */
  readonly usage: Required<TokenCounts>
  /** Price of these calls in USD, at the time of each; null if the price of one is not known. */
  readonly usd: number | null
  /** Calls, as `seq.part`, whose agents work in the background. `resume` follows them to their end. */
  readonly background: readonly string[]
  /** Reason for a status other than `done`. */
  readonly reason: string | null
  /** Number of events in the session. */
  readonly revision: number
  readonly next: readonly NextStep[]
}
