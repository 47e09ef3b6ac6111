import { isObject, type JsonObject } from '../ir/json.ts'
import { withArticle, wrongValueError } from './describe.ts'
import type { Field } from './field.ts'
import { type Form, formSchema, openFormSchema, readFrozenForm } from './form.ts'
import { noData, schemaByKind } from './json-schema.ts'
import type { Path } from './path.ts'
import { needsFunctionError, unknownKindError } from './suggest.ts'

/** Forms of objects, by kind. */
type Forms = Readonly<Record<string, { readonly form: Form }>>

/** Family of objects of several kinds, with a field that names the kind. */
export interface Family {
  /** Name of the field that names the kind. */
  readonly tag: string
  /** Word for one object of the family, used in messages. */
  readonly what: string
  /** Description of the field that names the kind, for the author of a declaration. */
  readonly title: string
  /** Prefix of the names of the family's JSON Schemas. */
  readonly prefix: string
  readonly forms: Forms
}

/** Returns the forms of the kinds that can be written as data, because they require no functions. */
const formsOfData = (forms: Forms): Forms =>
  Object.fromEntries(
    Object.entries(forms).filter(
      ([, { form }]) => !Object.values(form.needs ?? {}).some(({ schema }) => schema === noData),
    ),
  )

/** Reads an object of a family from JSON. Throws a TypeError that names the place (`at`) for any other value. */
export function readInFamily({ tag, what, forms }: Family, given: unknown, at: Path): JsonObject {
  if (!isObject(given)) throw wrongValueError(withArticle(what), given, at)
  const { [tag]: kind, ...fields } = given
  const known = at.isData ? formsOfData(forms) : forms
  if (typeof kind !== 'string' || !Object.hasOwn(known, kind)) {
    if (typeof kind === 'string' && Object.hasOwn(forms, kind)) throw needsFunctionError(kind, at.in(tag))
    throw unknownKindError(what, kind, Object.keys(known), at.in(tag))
  }
  return Object.freeze({ [tag]: kind, ...readFrozenForm((forms[kind] as Forms[string]).form, fields, at) })
}

/** Returns the names of the schemas of some families, by kind. */
export const schemaNamesByKind = (...families: readonly Family[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    families.flatMap(({ prefix, forms }) =>
      Object.keys(formsOfData(forms)).map(kind => [kind, `${prefix}${kind}`]),
    ),
  )

/** Returns the JSON Schema for any object of a family; it refers to the schemas of `familySchemas`. */
export const familySchema = (family: Family): JsonObject => ({
  type: 'object',
  ...schemaByKind(schemaNamesByKind(family), family.title, family.tag),
})

/** Returns a field for an object of a family. */
export const familyField = (family: Family): Field => {
  const read = (value: unknown, at: Path) => readInFamily(family, value, at)
  return { check: read, read, schema: familySchema(family) }
}

/**
 * Returns the JSON Schemas of a family's objects, by name; if `isOpen` is true, other schemas may add fields to them.
 */
export const familySchemas = ({ tag, prefix, forms }: Family, isOpen = false): JsonObject =>
  Object.fromEntries(
    Object.entries(formsOfData(forms)).map(([kind, { form }]) => [
      `${prefix}${kind}`,
      (isOpen ? openFormSchema : formSchema)(form, { [tag]: kind }),
    ]),
  )
