import { isObject } from '../../../../ir/json.ts'

type Raw = Readonly<Record<string, unknown>>

/** Keys under which `aisdk()` keeps the data of OpenAI's models. */
const openaiKeys = ['openai', 'azure']

/** Returns the data that `aisdk()` keeps of OpenAI reasoning; undefined for reasoning of any other model. */
export function openaiData(data: Raw): Raw | undefined {
  const found = openaiKeys.map(key => data[key]).find(isObject)
  return found && (found.itemId !== undefined || found.reasoningEncryptedContent !== undefined)
    ? found
    : undefined
}
