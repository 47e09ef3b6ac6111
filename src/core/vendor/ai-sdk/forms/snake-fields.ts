import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import { definedFields } from '../../../target/part-forms.ts'

const snakeKey = (key: string): string => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/**
 * Converts the keys of a tool's arguments from the AI SDK's camelCase to the snake_case of OpenAI's and Anthropic's
 * APIs.
 */
export function snakeKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([key, item]) =>
      item === undefined ? [] : [[snakeKey(key), snakeKeys(item)]],
    ),
  )
}

/**
 * Returns an object's fields that an API accepts, under the API's names; `keys` are AI SDK names, separated by spaces.
 */
export const snakeFields = (from: Readonly<Record<string, unknown>>, keys: string): JsonObject =>
  definedFields(
    Object.fromEntries(keys.split(' ').map(key => [snakeKey(key), from[key] as JsonValue | undefined])),
  )
