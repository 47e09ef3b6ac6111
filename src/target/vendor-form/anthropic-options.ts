import { isObject, type JsonObject, type JsonValue } from '../../ir/json.ts'
import { filled, type Options } from './options.ts'

/** The call of a code execution that a block was made by, in the spelling of the API. */
export function callerIn({ caller }: Options): JsonObject | undefined {
  if (!isObject(caller)) return undefined
  const { type, toolId } = caller
  if (type === 'direct') return { type }
  return typeof type === 'string' && filled(toolId) ? { type, tool_id: toolId } : undefined
}

/** The mark of what to cache, under either of the names that the converter reads. */
export const cacheMark = ({ cacheControl, cache_control: mark }: Options): JsonValue | undefined =>
  cacheControl ?? mark
