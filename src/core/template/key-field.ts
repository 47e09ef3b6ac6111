import { type Field, field, listField } from '../form/field.ts'
import { schemaReference } from '../form/json-schema.ts'
import type { JsonObject } from '../ir/json.ts'
import { scopes } from '../ir/scope.ts'
import { writtenScopes } from '../state/key.ts'
import { readAnyKey, readKey } from './key.ts'

/** Returns a field for a key of the state that steps may write. */
export const keyField = (description: string): Field =>
  field((value, at) => void readKey(value, at), schemaReference('key'), description)

/** Returns a field for a list of keys that steps may write. */
export const keysField = (description: string): Field =>
  listField((value, at) => void readKey(value, at), schemaReference('key'), description)

/** Returns a field for a key of the state, in any scope. */
export const anyKeyField = (description: string): Field =>
  field((value, at) => void readAnyKey(value, at), schemaReference('anyKey'), description)

/** Returns the schema of a key: a name, or a known scope, a colon and a name. */
const keyOf = (known: readonly string[], description: string): JsonObject => ({
  type: 'string',
  pattern: `^([^:]+|(${known.join('|')}):[\\s\\S]+)$`,
  description,
})

/** JSON Schemas of state keys, to which the fields refer. */
export const keySchemas: JsonObject = {
  key: keyOf(writtenScopes, 'Key of the state. app:, user: and temp: are scopes.'),
  anyKey: keyOf(scopes, 'Key of the state, in any scope.'),
}
