import { isObject } from '../../ir/json.ts'
import type { Finding } from '../../ir/protection.ts'
import type { Session } from '../../session/session.ts'
import type { Validators } from './history-check.ts'

/** Whether a value is empty: nothing, blank text, or an empty list or object. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (isObject(value) && Object.keys(value).length === 0) ||
  (Array.isArray(value) && value.length === 0)

const valueUnder = (session: Session, key: string): unknown =>
  Object.hasOwn(session.state, key) ? session.state[key] : undefined

/** Returns findings about state keys whose value is missing or empty. */
export const emptyKeyFindings = (session: Session, keys: readonly string[]): readonly Finding[] =>
  keys.filter(key => isEmpty(valueUnder(session, key))).map(key => ({ kind: 'missing', key }))

/** Returns findings about state values that do not match their schemas. */
export const invalidValueFindings = (session: Session, validators: Validators): readonly Finding[] =>
  [...validators].flatMap(([key, validate]): Finding[] => {
    const value = valueUnder(session, key)
    if (value === undefined) return []
    const result = validate(structuredClone(value))
    if (result.ok) return []
    return [{ kind: 'unfit', of: `'${key}' of the state`, at: `s:${key}`, problems: result.problems }]
  })
