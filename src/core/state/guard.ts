import { guardNotMet } from '../diag/state.ts'
import { assertFunction, check, isText } from '../form/check.ts'
import { Path } from '../form/path.ts'
import type { State } from '../session/state.ts'
import { callProgramFunction } from './call.ts'
import { defineStep } from './define.ts'
import type { StateStep } from './step.ts'
import { readRecordingView } from './view.ts'

const assertMessage = check(
  'a text that says which condition must hold',
  value => isText(value) && value !== '',
)

/**
 * Fails with this message if a predicate of the state returns false or throws; never changes the state.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const guard = S.guard(state => Number(state.rounds) < 3, 'too many rounds')
 * const { outcome } = applyStep(createSession({ state: { rounds: 3 } }), guard)
 * console.log(outcome.ok, outcome.diagnostics[0]?.code) // false CX9102
 */
export function guard(predicate: (state: State) => boolean, message: string): StateStep<never, never, never> {
  assertFunction(predicate, Path.named('S.guard.predicate'))
  assertMessage(message, Path.named('S.guard.message'))
  return defineStep('guard', [{ kind: 'read-any', by: 'guard' }], state => {
    const view = readRecordingView(state)
    const answer = callProgramFunction('the predicate of S.guard', () => predicate(view.state))
    if (!answer.ok) return { diagnostics: [answer.diagnostic], reads: view.reads }
    return { diagnostics: answer.value ? [] : [guardNotMet(message)], reads: view.reads }
  })
}
