import { isObject } from '../../ir/json.ts'

type Raw = Readonly<Record<string, unknown>>

/** Keys of OpenAI's own models in the data of `aisdk()`. */
const openaiKeys = ['openai', 'azure']

/** The data that `aisdk()` keeps of a thought of OpenAI's; undefined for any other thought. */
export function openaiData(data: Raw): Raw | undefined {
  const found = openaiKeys.map(key => data[key]).find(isObject)
  return found && (found.itemId !== undefined || found.reasoningEncryptedContent !== undefined)
    ? found
    : undefined
}
