import type { JsonObject, JsonValue } from '../ir/json.ts'
import type { RunDecision } from '../ir/run-action.ts'
import type { StateScope } from '../ir/state-scope.ts'
import type { StateStep } from '../state/step.ts'
import type { Tap } from './member.ts'
import type { Stop } from './turn/invocation.ts'

/** Call of a tool that an agent answered: its answer, or why there is none. */
export type FinishedCall = { readonly call: string } & (
  | { readonly value: JsonValue }
  | { readonly failed: string }
)

/** One thing to do next in a session. */
export interface NextStep {
  /**
   * `agent`: call the agent's model, also to continue a turn that its provider paused. `tools`: run `calls`, and
   * append a result for each, as well as for each denied or cancelled call. `step`: apply it with `applyStep`. `tap`:
   * call `tap.look`; only in a session that a runner runs. `wait`: nothing can be done until somebody else acts.
   * `done`: nothing is next until the user speaks.
   */
  readonly kind: 'agent' | 'tools' | 'step' | 'tap' | 'wait' | 'done'
  /** Branch of the step; '' for the trunk. */
  readonly branch: string
  /** The agent that is next, or that made the calls. */
  readonly agent?: string
  /** For an agent inside `mapOver`: index of its item in the list. */
  readonly item?: number
  /** For an agent inside `mapOver`: state that holds its item, which `compile` adds for the agent's branch. */
  readonly set?: JsonObject
  /** In a group whose members run at once: parts of the log that decide which state is read. Omitted on the trunk. */
  readonly scopes?: readonly StateScope[]
  readonly step?: StateStep
  readonly tap?: Tap
  /** Place of the tap in the program. */
  readonly place?: string
  /** Calls to run or to wait for, each as `seq.part`. */
  readonly calls?: readonly string[]
  /** Calls that an agent has answered, or failed to answer: append a result for each. */
  readonly finished?: readonly FinishedCall[]
  /** For `wait`: places of a provider's requests for the approval of calls that it runs itself. */
  readonly approvals?: readonly string[]
  /** For `wait`: calls that an agent is answering on a branch of its own, whose steps are listed too. */
  readonly working?: readonly string[]
  /** Calls in `calls` that began to run earlier without leaving a result; they may have had their effect. */
  readonly begun?: readonly string[]
  /**
   * Decisions on calls. An approved call is in `calls`: run it if the digest matches and the decision has not
   * expired. A denied call is not: append a result that reports the denial.
   */
  readonly decided?: readonly RunDecision[]
  /** Calls that are no longer run: append a result that reports the cancellation. */
  readonly cancelled?: readonly string[]
  /** Time in milliseconds at which the first of the waiting calls stops waiting. */
  readonly until?: number
  /** Reason that nothing can be done now, or that the run is over. */
  readonly reason?: string
  /**
   * For `done`: how the run was stopped, or that an agent failed; omitted if nothing is left to do. For `wait`: `failed`
   * if a condition failed, so that nobody can decide who is next.
   */
  readonly outcome?: Stop | 'failed'
}
