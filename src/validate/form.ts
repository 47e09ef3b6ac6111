import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { assertKeys, type Check } from './check.ts'
import { expected, one } from './describe.ts'
import { checksOf, type Fields, schemasOf } from './field.ts'
import { closed } from './json-schema.ts'
import type { Path } from './path.ts'
import { noKind } from './suggest.ts'

/** Form of a node of one kind: its fields besides the kind. */
export interface Form {
  /** Description of such a node, for whoever writes one. */
  readonly title: string
  readonly needs?: Fields
  readonly takes?: Fields
  /** Defaults of omitted fields. */
  readonly usual?: JsonObject
  /** Rule that several fields together have to keep. */
  readonly rule?: { readonly check: Check; readonly schema: JsonObject }
}

/** Forms by kind. */
export type Forms = Readonly<Record<string, { readonly form: Form }>>

/** The fields of a node. Throws a TypeError that names the place (`at`) for what they may not be. */
export function readFields(
  { needs = {}, takes = {}, usual = {}, rule }: Form,
  given: unknown,
  at: Path,
): JsonObject {
  const checks = checksOf({ ...needs, ...takes })
  assertKeys(given, Object.keys(checks), at)
  const isSound = at.isSound(() => {
    for (const [field, check] of Object.entries(checks))
      if (given[field] !== undefined || Object.hasOwn(needs, field))
        at.in(field).piece(place => check(given[field], place))
  })
  if (isSound) rule?.check(given, at)
  // In the order of the form: what says the same is the same text.
  return there(Object.fromEntries(Object.keys(checks).map(field => [field, given[field] ?? usual[field]])))
}

/** A node that says of which kind it is in the field `tag`; `what` names it in messages. */
export function readTagged(tag: string, what: string, forms: Forms, given: unknown, at: Path): JsonObject {
  if (!isObject(given)) throw expected(one(what), given, at)
  const { [tag]: kind, ...fields } = given
  if (typeof kind !== 'string' || !Object.hasOwn(forms, kind))
    throw noKind(what, kind, Object.keys(forms), at.in(tag))
  return Object.freeze({ [tag]: kind, ...readFields((forms[kind] as Forms[string]).form, fields, at) })
}

/** JSON Schema of a node that says of which kind it is in the field `tag`. */
export const schemaOf = (
  tag: string,
  kind: string,
  { title, needs = {}, takes = {}, rule }: Form,
): JsonObject => ({
  ...closed(
    { [tag]: { const: kind }, ...schemasOf({ ...needs, ...takes }) },
    [tag, ...Object.keys(needs)],
    title,
  ),
  ...rule?.schema,
})

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
