import { assertFunction } from '../form/check.ts'
import { Path } from '../form/path.ts'
import type { JsonValue } from '../ir/json.ts'
import { callForJson } from './call.ts'
import { changeFromKeys } from './change.ts'
import { defineStep } from './define.ts'
import { frozenCopy } from './frozen-copy.ts'
import { assertKey } from './key.ts'
import type { StateStep } from './step.ts'

/**
 * Replaces the value of an existing key with a function's result. If the key is missing, nothing changes and the
 * function is not called.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const trimmed = S.transform('query', value => String(value).trim())
 * console.log(applyStep(createSession({ state: { query: ' trains ' } }), trimmed).session.state.query) // trains
 */
export function transform<const Key extends string>(
  key: Key,
  change: (value: JsonValue) => JsonValue,
): StateStep<never, never, never> {
  assertKey(key, Path.named('S.transform').in('key'))
  assertFunction(change, Path.named('S.transform').in(key))
  const keys = Object.freeze([key])
  return defineStep(
    'transform',
    [
      { kind: 'read', by: 'transform', key, need: 'may' },
      { kind: 'write', by: 'transform', key, when: { anyOf: keys }, origin: { kind: 'keys', keys } },
    ],
    state => {
      if (!Object.hasOwn(state, key)) return {}
      const what = `the function of S.transform for '${key}'`
      const answer = callForJson(what, () => change(frozenCopy(state[key]!)))
      return answer.ok
        ? { changes: [changeFromKeys(key, answer.value, keys)], reads: keys }
        : { diagnostics: [answer.diagnostic], reads: keys }
    },
  )
}
