import { assertSync } from '../../form/gave.ts'
import type { Condition } from '../../ir/policy.ts'
import type { Session } from '../../session/session.ts'
import { readRecordingView } from '../../state/view.ts'
import { reasonOf } from '../../text/reason.ts'

/**
 * Whether a condition is true in the state of a session. A condition that throws counts as false; `failed` is then
 * called with the reason.
 */
export function conditionHolds(
  condition: Condition,
  { state }: Pick<Session, 'state'>,
  failed?: (condition: Condition, why: string) => void,
): boolean {
  if (typeof condition === 'string') return Boolean(state[condition])
  try {
    const holds: unknown = condition(readRecordingView(state).state)
    assertSync(holds, 'conditions')
    return Boolean(holds)
  } catch (error) {
    failed?.(condition, reasonOf(error))
    return false
  }
}
