import { assertFunction } from '../form/check.ts'
import { Path } from '../form/path.ts'
import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import { addAll } from '../text/list.ts'
import { callForJson } from './call.ts'
import { type Change, changeFromKeys } from './change.ts'
import { defineStep } from './define.ts'
import { readEntries } from './key.ts'
import type { StateStep } from './step.ts'
import { readRecordingView } from './view.ts'

/**
 * Sets keys to results of functions. All functions see the state before the step; the keys that the functions read are
 * recorded in the outcome. If one function fails, no key changes.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const session = createSession({ state: { words: ['a', 'b'] } })
 * const counted = S.compute({ count: state => (Array.isArray(state.words) ? state.words.length : 0) })
 * console.log(applyStep(session, counted).session.state.count) // 2
 */
export function compute<const Functions extends Readonly<Record<string, (state: State) => JsonValue>>>(
  functions: Functions,
): StateStep<never, keyof Functions & string, never> {
  const entries = readEntries(functions, 'S.compute')
  for (const [key, run] of entries) assertFunction(run, Path.named('S.compute').in(key))
  return defineStep(
    'compute',
    [
      { kind: 'read-any', by: 'compute' },
      ...entries.map(
        ([key]) => ({ kind: 'write', by: 'compute', key, when: 'always', origin: { kind: 'any' } }) as const,
      ),
    ],
    state => {
      const changes: Change[] = []
      const reads: string[] = []
      for (const [key, run] of entries) {
        const view = readRecordingView(state)
        const answer = callForJson(`the function of S.compute for '${key}'`, () => run(view.state))
        addAll(reads, view.reads)
        if (!answer.ok) return { diagnostics: [answer.diagnostic], reads }
        changes.push(changeFromKeys(key, answer.value, view.reads))
      }
      return { changes, reads }
    },
  )
}
