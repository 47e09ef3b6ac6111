import type { AISDKRequest, ProviderOptions } from '../../vendor/ai-sdk/write/request.ts'
import { asksToThink, withoutThinking } from '../../vendor/ai-sdk/write/thinking.ts'

/** Settings that a model may refuse. Their values come from the compiled request. */
const keys = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
  'reasoning',
] as const

/** Returns the settings of a call in the form that its model accepts; refused settings are undefined. */
export const settingsOfCompiledCall = (request: AISDKRequest, params: object): object => ({
  ...Object.fromEntries(keys.filter(key => key in params).map(key => [key, request[key]])),
  ...providerOptionsForCall(request, params),
})

/**
 * Returns the call's own provider options without thinking, if the call asks for thinking and the compiled request does
 * not, and with the size at which the provider compacts. The call's options are used because they may contain values
 * that are not JSON.
 */
function providerOptionsForCall(
  request: AISDKRequest,
  params: { readonly providerOptions?: ProviderOptions },
): object {
  const { providerOptions } = params
  const isThoughtless = providerOptions !== undefined && asksToThink(params) && !asksToThink(request)
  const own = isThoughtless ? withoutThinking(providerOptions) : providerOptions
  const asked = Object.entries(request.providerOptions ?? {}).flatMap(([name, { contextManagement }]) =>
    contextManagement === undefined || own?.[name]?.contextManagement != null
      ? []
      : [[name, { ...own?.[name], contextManagement }] as const],
  )
  if (asked.length > 0) return { providerOptions: { ...own, ...Object.fromEntries(asked) } }
  return isThoughtless ? { providerOptions: own } : {}
}
