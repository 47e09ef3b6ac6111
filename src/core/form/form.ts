import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { assertKeys, type Check } from './check.ts'
import type { Field, Fields } from './field.ts'
import { describeSchema, noData, openObjectSchema } from './json-schema.ts'
import type { Path } from './path.ts'

/** Names of the required properties of a type. */
export type Needed<Value> = {
  [Name in keyof Value]-?: object extends Pick<Value, Name> ? never : Name
}[keyof Value]

/** Form of an object: its fields. */
export interface Form {
  /** Description of the object, for the author of a declaration. */
  readonly title: string
  readonly needs?: Fields
  readonly takes?: Fields
  /** Defaults of omitted fields. */
  readonly usual?: JsonObject
  /** Rule that involves several fields, checked once each field is valid. */
  readonly rule?: { readonly check: Check; readonly schema: JsonObject }
}

/** Form of an object of a type, which requires a field for each property. */
export type FormOf<Value> = Form & {
  readonly needs: Readonly<Record<Needed<Value>, Field>>
  readonly takes: { readonly [Name in Exclude<keyof Value, Needed<Value>>]-?: Field }
}

/**
 * Reads the fields of an object in the order of its form, so that equal objects have equal JSON. Throws a TypeError
 * that names the place (`at`) of an invalid field.
 */
export function readForm(
  { needs = {}, takes = {}, usual = {}, rule }: Form,
  given: unknown,
  at: Path,
): Record<string, unknown> {
  const fields = Object.entries({ ...needs, ...takes })
  assertKeys(
    given,
    fields.map(([name]) => name),
    at,
  )
  const read: Record<string, unknown> = {}
  for (const [name] of fields) {
    const value = given[name] === undefined ? usual[name] : given[name]
    if (value !== undefined) read[name] = value
  }
  const asked = fields.filter(([name]) => given[name] !== undefined || Object.hasOwn(needs, name))
  const isSound = at.readsWithoutMistake(() => {
    for (const [name, { check, read: readValue }] of asked)
      if (!readValue) at.in(name).readSeparately(place => check(given[name], place))
    // Mistakes in nested values are reported after mistakes in the object itself.
    for (const [name, { read: readValue }] of asked)
      if (readValue) read[name] = at.in(name).readSeparately(place => readValue(given[name], place))
  })
  if (isSound) rule?.check(read, at)
  return read
}

/** Reads the fields of an object from JSON, and freezes the result. */
export const readFrozenForm = (form: Form, given: unknown, at: Path): JsonObject =>
  withoutUndefined(readForm(form, given, at))

/** Returns a check of an object against a form. */
export const formCheck =
  (form: Form): Check =>
  (given, at) =>
    void readForm(form, given, at)

/** Returns a field for an object with this form. */
export const formField = (form: Form, description = form.title): Field => ({
  check: formCheck(form),
  schema: describeSchema(formSchema(form), description),
})

/** Returns the JSON Schema for objects with a form; `tags` are fields that name the object's kind. */
export const formSchema = (form: Form, tags?: Readonly<Record<string, string>>): JsonObject => ({
  ...openFormSchema(form, tags),
  additionalProperties: false,
})

/** Returns the JSON Schema for objects with a form, in a variant to which another schema may add fields. */
export const openFormSchema = (
  { title, needs = {}, takes = {}, rule }: Form,
  tags: Readonly<Record<string, string>> = {},
): JsonObject => ({
  ...openObjectSchema(
    {
      ...Object.fromEntries(Object.entries(tags).map(([tag, kind]) => [tag, { const: kind }])),
      ...Object.fromEntries(
        Object.entries({ ...needs, ...takes }).flatMap(([name, { schema }]) =>
          schema === noData ? [] : [[name, schema]],
        ),
      ),
    },
    [...Object.keys(tags), ...Object.keys(needs)],
    title,
  ),
  ...rule?.schema,
})

/** Returns an object without its undefined fields, frozen. */
const withoutUndefined = (given: object): JsonObject =>
  Object.fromEntries(
    Object.entries(given).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, freezeJson(value)]],
    ),
  )

const freezeJson = (value: unknown): JsonValue =>
  Array.isArray(value)
    ? Object.freeze(value.map(freezeJson))
    : isObject(value)
      ? Object.freeze(withoutUndefined(value))
      : (value as JsonValue)
