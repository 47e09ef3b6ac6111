import type { JsonObject } from '../../../ir/json.ts'
import { optionsForTarget, providersOf } from '../rows/options.ts'
import type { AISDKRequest, ModelMessage, ProviderOptions, SystemMessage } from './request.ts'

/** Options of a system message that OpenAI's package sends as a configuration update. */
const updates = ['reasoningEffortUpdate', 'textFormatUpdate'] as const

/**
 * Whether OpenAI's package sends configuration updates beside a request's options. Source:
 * `getConfigurationUpdateUnsupportedReason` of @ai-sdk/openai 4.0.118, which throws otherwise.
 */
export function keepsUpdates(providerOptions: ProviderOptions | JsonObject | undefined): boolean {
  const { reasoningMode, contextManagement, truncation } = optionsForTarget({ providerOptions }, 'openai')
  return reasoningMode !== 'pro' && contextManagement == null && truncation !== 'auto'
}

/** Returns the options of a message that is only a configuration update; null for any other message. */
export function updateIn(message: ModelMessage | undefined): Readonly<Record<string, unknown>> | null {
  if (message?.role !== 'system' || message.content !== '') return null
  const options = optionsForTarget(message, 'openai')
  return updates.some(key => options[key] != null) ? options : null
}

/** Whether the package sends a configuration update as the last item of a message. */
const endsWithUpdate = (options: Readonly<Record<string, unknown>>): boolean =>
  !Array.isArray(options.additionalTools) || options.additionalTools.length === 0

/** Returns the indices of the messages whose configuration update is directly followed by another. */
export function repeatedUpdates(messages: readonly ModelMessage[]): readonly number[] {
  return messages.flatMap((message, at) => {
    const own = updateIn(message)
    return own !== null && endsWithUpdate(own) && updateIn(messages[at + 1]) !== null ? [at] : []
  })
}

/** Rule S25: joins configuration updates that directly follow each other. The later one wins. */
export function joinUpdates(
  request: AISDKRequest,
  keep: (joined: SystemMessage, later: ModelMessage) => SystemMessage,
): void {
  const messages: ModelMessage[] = []
  for (const message of request.messages) {
    const before = messages.at(-1)
    const isRepeated = before !== undefined && repeatedUpdates([before, message]).length > 0
    if (!isRepeated) messages.push(message)
    else
      messages[messages.length - 1] = keep(joined(before as SystemMessage, message as SystemMessage), message)
  }
  request.messages = messages
}

function joined(first: SystemMessage, later: SystemMessage): SystemMessage {
  const own = providersOf('openai').find(name => later.providerOptions?.[name] !== undefined) as string
  const options = { ...optionsForTarget(first, 'openai'), ...optionsForTarget(later, 'openai') }
  return {
    ...later,
    providerOptions: { ...later.providerOptions, [own]: options as ProviderOptions[string] },
  }
}
