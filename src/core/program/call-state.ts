import type { RunDecision } from '../ir/run-action.ts'
import type { CallMark } from '../session/unit/run-marks.ts'

/** Progress of a call that has no result yet. */
export interface CallState {
  /** Whether the call waits for a decision or a result from somebody else. */
  readonly isWaiting: boolean
  /** End of the wait in milliseconds since 1970; undefined if the call waits forever. */
  readonly until?: number | undefined
  /**
   * Whether a runner asked somebody to decide on the call, so that only a decision ends the wait. If nobody was asked,
   * a waiting call may begin without a decision.
   */
  readonly isAsked: boolean
  /** Whether the call has begun to run. */
  readonly isBegun: boolean
  /** The last decision on the call. */
  readonly decision?: RunDecision | undefined
  readonly isCancelled: boolean
}

const fresh: CallState = { isWaiting: false, isAsked: false, isBegun: false, isCancelled: false }

/** Returns a call's progress from the runner's marks about it, oldest first. A pending call waits from the start. */
export const callState = (marks: readonly CallMark[], isPending: boolean): CallState =>
  marks.reduce<CallState>(stateAfterMark, isPending ? { ...fresh, isWaiting: true } : fresh)

function stateAfterMark(state: CallState, mark: CallMark): CallState {
  // A cancelled call is finished, although its result is still missing.
  if (state.isCancelled) return state
  const { isBegun } = state
  switch (mark.kind) {
    case 'waits':
      return mark.question === undefined
        ? { ...fresh, isBegun, isWaiting: true, isAsked: true, until: mark.until }
        : { ...state, isBegun: false, isWaiting: true, isAsked: true, until: mark.until }
    case 'decided':
      // The decision that let the call run before its tool asked still counts.
      if (mark.decision.question) return { ...state, isWaiting: false, isAsked: false, until: undefined }
      return { ...fresh, isBegun, decision: mark.decision }
    case 'begun':
      if (state.decision?.approved === false) return state
      return { ...state, isWaiting: state.isAsked, isBegun: true }
    case 'cancelled':
      return { ...fresh, isBegun, isCancelled: true }
  }
}
