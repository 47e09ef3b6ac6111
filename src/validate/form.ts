import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { assertKeys, type Check } from './check.ts'
import { expected, one } from './describe.ts'
import type { Path } from './path.ts'
import { noKind } from './suggest.ts'

/** Fields of a node of one kind, besides its kind. */
export interface Form {
  readonly needs?: Readonly<Record<string, Check>>
  readonly takes?: Readonly<Record<string, Check>>
  /** Defaults of omitted fields. */
  readonly usual?: JsonObject
  /** Rejects what only several fields together show. */
  readonly also?: Check
}

/** The fields of a node. Throws a TypeError that names the place (`at`) for what they may not be. */
export function readFields(
  { needs = {}, takes = {}, usual = {}, also }: Form,
  given: unknown,
  at: Path,
): JsonObject {
  const checks = { ...needs, ...takes }
  assertKeys(given, Object.keys(checks), at)
  const isSound = at.isSound(() => {
    for (const [field, check] of Object.entries(checks))
      if (given[field] !== undefined || Object.hasOwn(needs, field))
        at.in(field).piece(place => check(given[field], place))
  })
  if (isSound) also?.(given, at)
  // In the order of the form: what says the same is the same text.
  return there(Object.fromEntries(Object.keys(checks).map(field => [field, given[field] ?? usual[field]])))
}

/** A node that says of which kind it is in the field `tag`; `what` names it in messages. */
export function readTagged(
  tag: string,
  what: string,
  forms: Readonly<Record<string, Form>>,
  given: unknown,
  at: Path,
): JsonObject {
  if (!isObject(given)) throw expected(one(what), given, at)
  const { [tag]: kind, ...fields } = given
  if (typeof kind !== 'string' || !Object.hasOwn(forms, kind))
    throw noKind(what, kind, Object.keys(forms), at.in(tag))
  return Object.freeze({ [tag]: kind, ...readFields(forms[kind] as Form, fields, at) })
}

/** The fields that are there, so that nobody changes them afterwards. */
const there = (given: object): JsonObject =>
  Object.fromEntries(
    Object.entries(given).flatMap(([field, value]) => (value === undefined ? [] : [[field, frozen(value)]])),
  )

const frozen = (value: unknown): JsonValue =>
  Array.isArray(value)
    ? Object.freeze(value.map(frozen))
    : isObject(value)
      ? Object.freeze(there(value))
      : (value as JsonValue)
