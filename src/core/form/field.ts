import type { JsonObject } from '../ir/json.ts'
import { assertFunction, type Check, listOf, number, oneOf, text, trueOrFalse } from './check.ts'
import { conditionalSchema, describeSchema, noData } from './json-schema.ts'
import type { Path } from './path.ts'
import { countCheck, listOfSome, nonEmptyText, oneOrSome, positiveCountCheck } from './quantities.ts'

/** Field of a declaration: a check for the reader, and an equivalent JSON Schema with a description for editors. */
export interface Field {
  readonly check: Check
  /** Reads the value into its normal form; if omitted, the value is already in normal form. */
  readonly read?: (value: unknown, at: Path) => unknown
  readonly schema: JsonObject
}

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>

export const field = (check: Check, schema: JsonObject, description: string): Field => ({
  check,
  schema: describeSchema(schema, description),
})

/** Returns a field that can be given in code, but not in data. */
export const codeField = (check: Check): Field => ({ check, schema: noData })

/** Field for a function. */
export const functionField = codeField(assertFunction)

/** Returns a field whose value may also be a function, but only in code, not in data. */
export const orFunction = ({ check: ofData, schema }: Field): Field => ({
  check: (value, at) => {
    if (at.isData || typeof value !== 'function') ofData(value, at)
  },
  schema,
})

/** Returns a field whose value is not checked here. A separate reader checks the value later. */
export const laterField = (schema: JsonObject, description?: string): Field => ({
  check: () => {},
  schema: description === undefined ? schema : describeSchema(schema, description),
})

/** Returns a field whose value is converted to another form when read. */
export const readField = (
  read: (value: unknown, at: Path) => unknown,
  schema: JsonObject,
  description: string,
): Field => ({ ...field(read, schema, description), read })

/** Returns a field for a whole number, 0 or more; `of` names the counted things. */
export const wholeNumber = (of: string, description: string): Field =>
  field(countCheck(of), { type: 'integer', minimum: 0 }, description)

/** Returns a field for a whole number, 1 or more; `of` names the counted things. */
export const positiveCountField = (of: string, description: string): Field =>
  field(positiveCountCheck(of), { type: 'integer', minimum: 1 }, description)

/** Returns a field for one of the `known` words. */
export const wordChoiceField = (known: readonly string[], description: string): Field =>
  field(oneOf(known), { enum: known }, description)

/** Returns a field for a non-empty text. */
export const filledText = (description: string): Field =>
  field(nonEmptyText, { type: 'string', minLength: 1 }, description)

/** Returns a field for a text. */
export const textField = (description: string): Field => field(text, { type: 'string' }, description)

/** Returns a field for true or false. */
export const yesOrNo = (description: string): Field => field(trueOrFalse, { type: 'boolean' }, description)

/** Returns a field for a finite number. */
export const numberField = (description: string): Field => field(number, { type: 'number' }, description)

/** Returns a field for a list of texts. */
export const textsField = (description: string): Field => listField(text, { type: 'string' }, description)

/** Returns a field for a list of values that the check and the schema `item` accept. */
export const listField = (check: Check, item: JsonObject, description: string): Field =>
  field(listOf(check), { type: 'array', items: item }, description)

/** Returns a field for a non-empty list of values that the check and the schema `item` accept. */
export const filledList = (check: Check, item: JsonObject, description: string): Field => ({
  check: listOfSome(check),
  schema: { type: 'array', items: item, description, minItems: 1 },
})

/** Returns a field for one value that the check and the schema `item` accept, or a non-empty list of them. */
export const oneOrList = (check: Check, item: JsonObject, description: string): Field =>
  field(
    oneOrSome(check),
    conditionalSchema({ type: 'array' }, { items: item, minItems: 1 }, item),
    description,
  )
