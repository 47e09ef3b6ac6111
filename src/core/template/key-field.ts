import { type Field, field, listField } from '../form/field.ts'
import { ref } from '../form/json-schema.ts'
import { readAnyKey, readKey } from './key.ts'

/** Returns a field for a key of the state that steps may write. */
export const keyField = (description: string): Field =>
  field((value, at) => void readKey(value, at), ref('key'), description)

/** Returns a field for a list of keys that steps may write. */
export const keysField = (description: string): Field =>
  listField((value, at) => void readKey(value, at), ref('key'), description)

/** Returns a field for a key of the state, in any scope. */
export const anyKeyField = (description: string): Field =>
  field((value, at) => void readAnyKey(value, at), ref('anyKey'), description)
