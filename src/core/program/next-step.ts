import type { JsonObject, JsonValue } from '../ir/json.ts'
import type { RunDecision } from '../ir/run-action.ts'
import type { StateScope } from '../ir/state-scope.ts'
import type { StateStep } from '../state/step.ts'
import type { Tap } from './member.ts'
import type { Stop } from './turn/invocation.ts'

/**
 * Call with a result that no function gave: the answer of an agent or of somebody who decided on the call, or the reason
 * why there is none.
 */
export type FinishedCall = { readonly call: string } & (
  | { readonly value: JsonValue; readonly decision?: RunDecision }
  | { readonly failed: string }
)

/** One thing to do next in a session. */
export interface NextStep {
  /**
   * `agent`: call the agent's model, also to continue a turn that its provider paused. `tools`: run `calls`, and append
   * a result for each, as well as for each denied or cancelled call. `step`: apply the step with `applyStep`. `tap`:
   * call `tap.look`; occurs only in a session that a runner runs. `won`: append the mark `won` of a runner, with which a
   * member ends its `parallel`; occurs only in such a session, too. `report`: append the report of an agent that worked in
   * the background. `wait`: nothing can be done until somebody else acts.
   * `done`: nothing is next until the user sends a message.
   */
  readonly kind: 'agent' | 'tools' | 'step' | 'tap' | 'won' | 'report' | 'wait' | 'done'
  /** Branch of the step; '' for the trunk. */
  readonly branch: string
  /** Agent that is next, or that made the calls. */
  readonly agent?: string
  /** For an agent inside `mapOver`: index of its item in the list. */
  readonly item?: number
  /** For an agent inside `mapOver`: state that contains its item, which `compile` adds for the agent's branch. */
  readonly set?: JsonObject
  /**
   * Parts of the log whose changes the agent's state includes, if the agent belongs to a group whose members run at the
   * same time. Omitted on the trunk.
   */
  readonly scopes?: readonly StateScope[]
  readonly step?: StateStep
  readonly tap?: Tap
  /** Place of the tap, or of the `parallel`, in the program. */
  readonly place?: string
  /** For `won`: index of the member that ended first. */
  readonly member?: number
  /** Calls to run or to wait for, each as `seq.part`. */
  readonly calls?: readonly string[]
  /** Calls that an agent or somebody else has answered, or failed to answer: append a result or the report for each. */
  readonly finished?: readonly FinishedCall[]
  /**
   * Call, as `seq.part`, whose agent works in the background, if the step belongs to its work. Such steps hold up no
   * others, and may come after a `done`.
   */
  readonly background?: string
  /** For `wait`: positions of a provider's requests to approve calls that the provider runs itself. */
  readonly approvals?: readonly string[]
  /**
   * For `wait`: calls that an agent is still answering on its own branch. The next steps of these agents are listed
   * too.
   */
  readonly working?: readonly string[]
  /** Calls in `calls` and `cancelled` that began to run earlier and left no result; they may already have had an effect. */
  readonly begun?: readonly string[]
  /**
   * Decisions on calls. Approved calls are in `calls`: run one if the digest matches and the decision has not expired.
   * Denied calls are not in `calls`: append a result that reports the denial.
   */
  readonly decided?: readonly RunDecision[]
  /** Calls that must not run any more: append a result that reports the cancellation. */
  readonly cancelled?: readonly string[]
  /** Time in milliseconds since 1970 at which the first of the waiting calls stops waiting. */
  readonly until?: number
  /** Reason why nothing can be done now, or why the run is over. */
  readonly reason?: string
  /**
   * Outcome. For `done`: how the run was stopped, or that an agent failed; omitted if nothing is left to do. For
   * `wait`: `failed` if a condition failed, so that the next member cannot be determined.
   */
  readonly outcome?: Stop | 'failed'
}
