import { isObject, type JsonObject, type JsonValue } from '../../ir/json.ts'

const snake = (key: string): string => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Arguments of a tool in the spelling of OpenAI's and Anthropic's APIs, which the AI SDK has in camel case. */
export function snakeKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([key, item]) =>
      item === undefined ? [] : [[snake(key), snakeKeys(item)]],
    ),
  )
}
