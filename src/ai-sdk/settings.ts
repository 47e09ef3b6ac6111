import type { AISDKRequest } from '../target/ai-sdk/request.ts'

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
] as const

/** The settings of a call as its model takes them: those that it refuses are undefined. */
export const settingsFor = (request: AISDKRequest, params: object): object =>
  Object.fromEntries(keys.filter(key => key in params).map(key => [key, request[key]]))
