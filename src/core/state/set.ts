import type { JsonValue } from '../ir/json.ts'
import { changeFromKeys } from './change.ts'
import { defineStep } from './define.ts'
import type { StateStep } from './step.ts'
import { readValues } from './values.ts'

/**
 * Sets keys to these values, whether or not they exist. Throws a TypeError for a value that is not JSON.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const { session } = applyStep(createSession(), S.set({ phase: 'draft' }))
 * console.log(session.state) // { phase: 'draft' }
 */
export function set<const Values extends Readonly<Record<string, JsonValue>>>(
  values: Values,
): StateStep<never, keyof Values & string, never> {
  const given = readValues(values, 'S.set')
  return defineStep(
    'set',
    given.map(([key]) => ({ kind: 'write', by: 'set', key, when: 'always', origin: { kind: 'constant' } })),
    () => ({ changes: given.map(([key, value]) => changeFromKeys(key, value, [])) }),
    { kind: 'S.set', values: Object.freeze(Object.fromEntries(given)) },
  )
}
