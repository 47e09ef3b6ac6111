import { objectOr, type Raw } from '../../../from/read.ts'
import type { JsonObject, JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'

/**
 * Options of a system message that change later turns instead of adding text, by provider. Sources: the schemas of
 * system messages in @ai-sdk/anthropic 4.0.105 and @ai-sdk/openai 4.0.118.
 */
const changes: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['effort', 'toolChanges'],
  openai: ['reasoningEffortUpdate', 'textFormatUpdate', 'additionalTools'],
}

/** Reads the changes in a system message's options, as one item for each provider. */
export const readChanges = ({ providerOptions }: Raw): readonly OpaquePart[] =>
  Object.entries(changes).flatMap(([provider, keys]): OpaquePart[] => {
    const options = objectOr(objectOr(providerOptions)[provider])
    const own = keys.flatMap(key => (options[key] == null ? [] : [[key, options[key] as JsonValue] as const]))
    if (own.length === 0) return []
    const payload: JsonObject = {
      type: 'system-changes',
      providerOptions: { [provider]: Object.fromEntries(own) },
    }
    return [{ kind: 'opaque', format: 'ai-sdk', type: 'system-changes', payload }]
  })
