import type { Attributes } from '@opentelemetry/api'
import type { Compiled } from '../../core/compile/contract/result.ts'
import type { Usage } from '../../core/ir/event.ts'
import type { ObservedAnswer, ObservedModelCall } from '../runner/observe/observer.ts'
import conventions from './conventions.json' with { type: 'json' }

const { attributes: names, operations } = conventions

/** Providers by the prefix of a model's name. Used for request formats that several providers accept. */
const providers: readonly (readonly [RegExp, string])[] = [
  [/^claude/, 'anthropic'],
  [/^gemini/, 'gcp.gemini'],
  [/^deepseek/, 'deepseek'],
  [/^(mistral|codestral|magistral)/, 'mistral_ai'],
  [/^grok/, 'x_ai'],
  [/^command/, 'cohere'],
]

/** Returns the provider of a model, as OpenTelemetry's conventions name it. */
export function conventionProvider({
  model,
  compiled,
}: Pick<ObservedModelCall, 'model' | 'compiled'>): string {
  if (compiled.target === 'anthropic') return 'anthropic'
  if (compiled.target === 'gemini') return 'gcp.gemini'
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return providers.find(([pattern]) => pattern.test(name))?.[1] ?? 'openai'
}

/** Returns the attributes of a model call that are known before its answer. */
export function callAttributes(call: ObservedModelCall): Attributes {
  const { agent, branch, model, compiled, session } = call
  const { tokens, diagnostics } = compiled
  const { system, tools, schema, messages } = tokens.sections
  const codes = [...new Set(diagnostics.map(({ code }) => code))]
  return {
    [names.operation]: operations.chat,
    [names.provider]: conventionProvider(call),
    [names.requestModel]: compiled.model ?? model,
    [names.requestStream]: true,
    [names.conversation]: session.id,
    [names.agent]: agent,
    'ctxc.branch': branch,
    'ctxc.target': compiled.target ?? '',
    'ctxc.tokens.input': tokens.input,
    'ctxc.tokens.max': tokens.max,
    ...(tokens.limit !== null && { 'ctxc.tokens.limit': tokens.limit }),
    'ctxc.tokens.system': system.estimate,
    'ctxc.tokens.tools': tools.estimate,
    'ctxc.tokens.schema': schema.estimate,
    'ctxc.tokens.messages': messages.estimate,
    ...(codes.length > 0 && { 'ctxc.diagnostics': codes }),
  }
}

/** Returns the attributes of a model call that are known after its answer. */
export function answerAttributes(
  { compiled, time: began }: ObservedModelCall,
  { events, finish, firstPart }: ObservedAnswer,
): Attributes {
  const usage = answerUsage(events)
  const id = events.find(({ response }) => response && !response.startsWith('answer-'))?.response
  const input = usage?.inputTokens ?? 0
  const cacheMiss = events.find(({ actions }) => actions?.cacheMiss !== undefined)?.actions?.cacheMiss
  const unused = events.flatMap(({ actions }) => actions?.dropped ?? []).filter(({ used }) => !used).length
  return {
    ...(id && { [names.responseId]: id }),
    ...(finish !== null && { [names.finishReasons]: [finish] }),
    ...(firstPart !== null && { [names.timeToFirstChunk]: (firstPart - began) / 1_000 }),
    ...(usage && {
      ...(usage.model && { [names.responseModel]: usage.model }),
      [names.inputTokens]: usage.inputTokens,
      [names.outputTokens]: usage.outputTokens,
      ...(usage.cacheReadTokens !== undefined && { [names.cacheReadTokens]: usage.cacheReadTokens }),
      ...(usage.cacheWriteTokens !== undefined && { [names.cacheWriteTokens]: usage.cacheWriteTokens }),
      ...(usage.reasoningTokens !== undefined && { [names.reasoningTokens]: usage.reasoningTokens }),
    }),
    ...(cacheMiss && {
      'ctxc.cache.miss': cacheMiss.reason,
      ...(cacheMiss.tokens !== undefined && { 'ctxc.cache.missed_tokens': cacheMiss.tokens }),
    }),
    ...(unused > 0 && { 'ctxc.reasoning.dropped': unused }),
    ...(input > 0 &&
      compiled.tokens.input > 0 && { 'ctxc.tokens.reported_ratio': input / compiled.tokens.input }),
  }
}

/** Returns the usage of an answer; null if the provider reported none. */
export const answerUsage = (events: ObservedAnswer['events']): Usage | null =>
  events.map(({ actions }) => actions?.usage).find(usage => usage !== undefined) ?? null

/**
 * Returns attributes with the items that the compiler dropped, and its forecast of the cache, compared with an earlier
 * request. Only on request, because this reads the whole history.
 */
export function detailAttributes({ compiled }: ObservedModelCall, earlier: Compiled | null): Attributes {
  const forecast = compiled.cache.against(earlier)
  const counts = new Map<string, number>()
  for (const { from, to, fate, reason } of compiled.ledger.rows)
    if (fate !== 'kept') counts.set(`${fate}: ${reason}`, (counts.get(`${fate}: ${reason}`) ?? 0) + to - from)
  return {
    'ctxc.cache.forecast.read': forecast.read,
    'ctxc.cache.forecast.written': forecast.written,
    'ctxc.cache.forecast.uncached': forecast.uncached,
    ...(forecast.why !== null && { 'ctxc.cache.forecast.why': forecast.why }),
    ...(counts.size > 0 && { 'ctxc.left_out': [...counts].map(([why, count]) => `${count} ${why}`) }),
  }
}
