import { assertFunction, text } from '../form/check.ts'
import { readOptions } from '../form/options.ts'
import { Path } from '../form/path.ts'
import type { JsonValue } from '../ir/json.ts'
import { toJson } from '../text/json.ts'
import { callForJson } from './call.ts'
import { changeFromKeys } from './change.ts'
import { defineStep } from './define.ts'
import { frozenCopy } from './frozen-copy.ts'
import { assertKey, readKeys } from './key.ts'
import type { StateStep } from './step.ts'

/** Method of joining values: with a separator, or by a function. */
export type MergeOptions =
  | {
      /** Text between the values; a line break by default. */
      readonly separator?: string
      readonly with?: never
    }
  | {
      readonly separator?: never
      /** Returns one value for the existing values, in the order of the keys; null values are passed too. */
      readonly with: (values: readonly JsonValue[]) => JsonValue
    }

/**
 * Joins the values of keys under another key; the original keys remain. Strings are joined unchanged, other values as
 * JSON; null is skipped. Missing keys are skipped; if all are missing, nothing changes. Throws a TypeError if no key to
 * merge is given.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const session = createSession({ state: { web: 'from the web', files: 'from files' } })
 * const { state } = applyStep(session, S.merge(['web', 'files'], 'findings')).session
 * console.log(state.findings)
 * // from the web
 * // from files
 */
export function merge<const Into extends string>(
  keys: readonly string[],
  into: Into,
  options: MergeOptions = {},
): StateStep<never, Into, never> {
  const sources = readKeys(keys, 'S.merge')
  const at = Path.named('S.merge')
  if (sources.length === 0) throw at.in('keys').wrong('is empty', { help: 'name a key to merge' })
  if (into === undefined)
    throw at.in('into').wrong('is missing', { help: 'name the key to write as the second argument' })
  assertKey(into, at.in('into'))
  const join = valueJoiner(options)
  return defineStep(
    'merge',
    [
      ...sources.map(key => ({ kind: 'read', by: 'merge', key, need: 'may' }) as const),
      {
        kind: 'write',
        by: 'merge',
        key: into,
        when: { anyOf: sources },
        origin: { kind: 'keys', keys: sources },
      },
    ],
    state => {
      const reads = sources.filter(key => Object.hasOwn(state, key))
      if (reads.length === 0) return {}
      const answer = callForJson('the function of S.merge', () =>
        join(reads.map(key => frozenCopy(state[key]!))),
      )
      return answer.ok
        ? { changes: [changeFromKeys(into, answer.value, reads)], reads }
        : { diagnostics: [answer.diagnostic], reads }
    },
    options.with === undefined
      ? {
          kind: 'S.merge',
          keys: sources,
          into,
          ...(options.separator !== undefined && { separator: options.separator }),
        }
      : null,
  )
}

function valueJoiner(options: MergeOptions): (values: readonly JsonValue[]) => JsonValue {
  const { separator, with: join } = readOptions<{
    separator?: string
    with?: (values: readonly JsonValue[]) => JsonValue
  }>({ takes: { separator: text, with: assertFunction } }, options, 'S.merge')
  if (separator !== undefined && join !== undefined)
    throw Path.options('S.merge').wrong('cannot combine separator and function')
  const asText = (value: JsonValue): string => (typeof value === 'string' ? value : toJson(value))
  return (
    join ??
    (values =>
      values
        .filter(value => value !== null)
        .map(asText)
        .join(separator ?? '\n'))
  )
}
