import type { AISDKRequest, ProviderOptions } from '../../vendor/ai-sdk/write/request.ts'
import { asksToThink, withoutThinking } from '../../vendor/ai-sdk/write/thinking.ts'

/** Settings that a model may refuse; the compiled request decides them. */
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

/** Returns the settings of a call as its model accepts them; refused ones are undefined. */
export const settingsFor = (request: AISDKRequest, params: object): object => ({
  ...Object.fromEntries(keys.filter(key => key in params).map(key => [key, request[key]])),
  ...optionsFor(request, params),
})

/**
 * Returns a call's own options, which may hold values that are no JSON, without thinking that the compiled request does
 * not ask for.
 */
function optionsFor(request: AISDKRequest, params: { readonly providerOptions?: ProviderOptions }): object {
  const { providerOptions } = params
  if (providerOptions === undefined || !asksToThink(params) || asksToThink(request)) return {}
  return { providerOptions: withoutThinking(providerOptions) }
}
