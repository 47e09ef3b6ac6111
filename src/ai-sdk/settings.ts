import type { AISDKRequest, ProviderOptions } from '../target/ai-sdk/request.ts'
import { asksToThink, withoutThinking } from '../target/ai-sdk/thinking.ts'

/** Settings that a model may refuse, so that the compiled ones count. */
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

/** The settings of a call as its model takes them: those that it refuses are undefined. */
export const settingsFor = (request: AISDKRequest, params: object): object => ({
  ...Object.fromEntries(keys.filter(key => key in params).map(key => [key, request[key]])),
  ...optionsFor(request, params),
})

/** A call's own options, which may hold what is no JSON, without the thinking that the compiled ones do not ask for. */
function optionsFor(request: AISDKRequest, params: { readonly providerOptions?: ProviderOptions }): object {
  const { providerOptions } = params
  if (providerOptions === undefined || !asksToThink(params) || asksToThink(request)) return {}
  return { providerOptions: withoutThinking(providerOptions) }
}
