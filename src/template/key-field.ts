import { type Field, field, listField } from '../validate/field.ts'
import { ref } from '../validate/json-schema.ts'
import { readAnyKey, readKey } from './key.ts'

/** A key of the state that may be written. */
export const keyField = (description: string): Field =>
  field((value, at) => void readKey(value, at), ref('key'), description)

/** A list of such keys. */
export const keysField = (description: string): Field =>
  listField((value, at) => void readKey(value, at), ref('key'), description)

/** A key of the state, of whatever scope. */
export const anyKeyField = (description: string): Field =>
  field((value, at) => void readAnyKey(value, at), ref('anyKey'), description)
