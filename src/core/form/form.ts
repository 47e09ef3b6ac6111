import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { assertKeys, type Check } from './check.ts'
import { expected, one } from './describe.ts'
import { checksOf, type Fields, functionField, schemasOf } from './field.ts'
import { closed } from './json-schema.ts'
import type { Path } from './path.ts'
import { needsFunction, noKind } from './suggest.ts'

/** Form of a node of one kind: its fields without the kind. */
export interface Form {
  /** Description of the node, for the author of a declaration. */
  readonly title: string
  readonly needs?: Fields
  readonly takes?: Fields
  /** Defaults of omitted fields. */
  readonly usual?: JsonObject
  /** Rule across several fields. */
  readonly rule?: { readonly check: Check; readonly schema: JsonObject }
}

/** Forms by kind. */
export type Forms = Readonly<Record<string, { readonly form: Form }>>

/** Reads the fields of a node. Throws a TypeError that names the place (`at`) for invalid ones. */
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
  // In the order of the form, so that equal nodes have equal JSON.
  return there(Object.fromEntries(Object.keys(checks).map(field => [field, given[field] ?? usual[field]])))
}

/** Returns the forms that data can have: those without functions. */
export const formsOfData = <Any extends Forms>(forms: Any): Forms =>
  Object.fromEntries(
    Object.entries(forms).filter(([, { form }]) => !Object.values(form.needs ?? {}).includes(functionField)),
  )

/** Reads a node with its kind in the field `tag`; `what` names the node in messages. */
export function readTagged(tag: string, what: string, forms: Forms, given: unknown, at: Path): JsonObject {
  if (!isObject(given)) throw expected(one(what), given, at)
  const { [tag]: kind, ...fields } = given
  const known = at.isData ? formsOfData(forms) : forms
  if (typeof kind !== 'string' || !Object.hasOwn(known, kind)) {
    if (typeof kind === 'string' && Object.hasOwn(forms, kind)) throw needsFunction(kind, at.in(tag))
    throw noKind(what, kind, Object.keys(known), at.in(tag))
  }
  return Object.freeze({ [tag]: kind, ...readFields((forms[kind] as Forms[string]).form, fields, at) })
}

/** Returns the JSON Schema of a node with its kind in the field `tag`. */
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

/** Returns the fields that exist, frozen. */
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
