import type { JsonObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { EffectHandler } from '../effect-handler.ts'

/** Request whose tokens a provider is to count. */
export interface CountInput {
  readonly model: string
  /** Body of the request that the compile returned. */
  readonly body: JsonObject
  /** HTTP headers that the request needs in addition. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Handler that has a provider count the tokens of a request: `anthropicCounts` of `ctxc/models/anthropic`,
 * `geminiCounts` of `ctxc/models/gemini`, `openaiCounts` of `ctxc/models/openai`, or your own. It returns the number of
 * input tokens. A count is asked for once for each session and model, in `result.wants`: if the tokens are estimated,
 * no answer has reported its usage yet, and the request fills a quarter of its room. Later compiles then have narrower
 * bounds, as after a reported usage.
 *
 * @example
 * import type { CountHandler } from 'ctxc/effects'
 *
 * declare function post(path: string, body: object): Promise<{ input_tokens: number }>
 *
 * const count: CountHandler = {
 *   id: 'proxy',
 *   target: 'anthropic',
 *   run: async ({ body: { model, system = [], messages } }) =>
 *     (await post('/v1/messages/count_tokens', { model, system, messages })).input_tokens,
 * }
 */
export interface CountHandler extends EffectHandler<CountInput, number> {
  /** Format of the requests that the handler can have counted. Other requests are not counted. */
  readonly target: TargetName
}
