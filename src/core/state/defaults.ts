import type { JsonValue } from '../ir/json.ts'
import { changeFromKeys } from './change.ts'
import { defineStep } from './define.ts'
import type { StateStep } from './step.ts'
import { readValues } from './values.ts'

/**
 * Sets missing keys to these values. A removed key is missing; a key with the value null is not. Throws a TypeError for
 * a value that is not JSON.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const { session } = applyStep(createSession({ state: { tone: 'dry' } }), S.defaults({ tone: 'warm', rounds: 3 }))
 * console.log(session.state) // { tone: 'dry', rounds: 3 }
 */
export function defaults<const Values extends Readonly<Record<string, JsonValue>>>(
  values: Values,
): StateStep<never, keyof Values & string, never> {
  const given = readValues(values, 'S.defaults')
  return defineStep(
    'defaults',
    given.map(([key]) => ({
      kind: 'write',
      by: 'defaults',
      key,
      when: 'if-absent',
      origin: { kind: 'constant' },
    })),
    state => ({
      changes: given
        .filter(([key]) => !Object.hasOwn(state, key))
        .map(([key, value]) => changeFromKeys(key, value, [])),
    }),
    { kind: 'S.defaults', values: Object.freeze(Object.fromEntries(given)) },
  )
}
