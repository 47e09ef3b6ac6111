import { isObject } from '../../../../ir/json.ts'

type Raw = Readonly<Record<string, unknown>>

/** Keys under which `aisdk()` stores the data of OpenAI's models. */
const openaiKeys = ['openai', 'azure']

/**
 * Returns the data that `aisdk()` stored with the reasoning of an OpenAI model; undefined for another model's
 * reasoning.
 */
export function openaiData(data: Raw): Raw | undefined {
  const found = openaiKeys.map(key => data[key]).find(isObject)
  return found && (found.itemId !== undefined || found.reasoningEncryptedContent !== undefined)
    ? found
    : undefined
}
