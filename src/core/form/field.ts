import type { JsonObject } from '../ir/json.ts'
import { assertFunction, type Check, listOf, oneOf, text } from './check.ts'
import { described, where } from './json-schema.ts'
import { listOfSome, nonEmptyText, numberOf, oneOrSome, someOf } from './quantities.ts'

/** Field of a declaration: a check for the reader, and an equivalent JSON Schema with a description for editors. */
export interface Field {
  readonly check: Check
  readonly schema: JsonObject
}

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>

export const field = (check: Check, schema: JsonObject, description: string): Field => ({
  check,
  schema: described(schema, description),
})

/** Field for a function. No data meets its schema. */
export const functionField: Field = { check: assertFunction, schema: { not: {} } }

/** Returns a field for a whole number of something, 0 or more. */
export const wholeNumber = (of: string, description: string): Field =>
  field(numberOf(of), { type: 'integer', minimum: 0 }, description)

/** Returns a field for a whole number of something, 1 or more. */
export const amount = (of: string, description: string): Field =>
  field(someOf(of), { type: 'integer', minimum: 1 }, description)

/** Returns a field for one of some words. */
export const choice = (known: readonly string[], description: string): Field =>
  field(oneOf(known), { enum: known }, description)

/** Returns a field for a non-empty text. */
export const filledText = (description: string): Field =>
  field(nonEmptyText, { type: 'string', minLength: 1 }, description)

/** Returns a field for a text. */
export const textField = (description: string): Field => field(text, { type: 'string' }, description)

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
  field(oneOrSome(check), where({ type: 'array' }, { items: item, minItems: 1 }, item), description)

/** Returns the checks of fields, by name. */
export const checksOf = (fields: Fields): Readonly<Record<string, Check>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { check }]) => [name, check]))

/** Returns the schemas of fields, by name. */
export const schemasOf = (fields: Fields): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))
