// An agent with two models in a runner, and scripted answers of the models.
import { agent, type Event, tool } from '../../../../index.ts'
import { createRunner, type RunEvent } from '../../../../run.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { aiSdkModel, type LanguageModel } from '../../../vendor/ai-sdk/index.ts'
import { finish, type Part, streaming, words } from './model.ts'

export const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const weather = tool({
  name: 'weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute: ({ city }) => `${city}: sunny`,
})
const search = {
  native: {
    format: 'ai-sdk',
    payload: { type: 'provider', id: 'openai.web_search', name: 'web_search', args: {} },
  },
} as const
export const ids = ['openai.responses/gpt-5.4', 'claude-sonnet-5'] as const

/** A runner whose agent calls the first model, and after its failure the second one. */
export function running(first: LanguageModel, second: LanguageModel = streaming([])) {
  const program = agent({ name: 'bot', identity: false, model: [...ids], tools: [weather, search] as never })
  const store = inMemoryStore()
  const models = { [ids[0]]: aiSdkModel(first), [ids[1]]: aiSdkModel(second) }
  const runner = createRunner({ program, store, models, now: () => 1_000 })
  const events = async (): Promise<readonly Event[]> => (await store.read(key))?.events ?? []
  const run = async (message: string, signal?: AbortSignal) => {
    const seen: RunEvent[] = []
    const stream = runner.run(key, { message, ...(signal && { signal }) })
    for await (const event of stream) seen.push(event)
    return { seen, outcome: await stream.outcome }
  }
  return { program, runner, events, run }
}

export const itemOf = (itemId: string) => ({ openai: { itemId } })
export const sealed = { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'AAAA' } }

/** An answer with every kind of stream part. */
export const everything: readonly Part[] = [
  { type: 'stream-start', warnings: [{ type: 'unsupported', feature: 'seed' }] },
  { type: 'response-metadata', id: 'resp_1', modelId: 'gpt-5.4-2026', timestamp: new Date(0) },
  { type: 'raw', rawValue: {} },
  { type: 'reasoning-start', id: 'r', providerMetadata: itemOf('rs_1') },
  { type: 'reasoning-delta', id: 'r', delta: 'Hm' },
  { type: 'reasoning-delta', id: 'r', delta: '.' },
  { type: 'reasoning-end', id: 'r', providerMetadata: sealed },
  {
    ...{ type: 'tool-call', toolCallId: 'ws_1', toolName: 'web_search', input: '{}', providerExecuted: true },
    providerMetadata: itemOf('ws_1'),
  },
  {
    type: 'tool-result',
    toolCallId: 'ws_1',
    toolName: 'web_search',
    result: { found: 0 },
    preliminary: true,
  },
  { type: 'tool-result', toolCallId: 'ws_1', toolName: 'web_search', result: { found: 2 } },
  { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com' },
  { type: 'text-start', id: 't', providerMetadata: itemOf('msg_1') },
  { type: 'text-delta', id: 't', delta: 'I look' },
  { type: 'text-delta', id: 't', delta: ' it up.' },
  { type: 'text-end', id: 't', providerMetadata: itemOf('msg_1') },
  { type: 'tool-input-start', id: 'call_1', toolName: 'weather' },
  { type: 'tool-input-start', id: 'call_2', toolName: 'weather' },
  { type: 'tool-input-delta', id: 'call_2', delta: '{"city":' },
  { type: 'tool-input-delta', id: 'call_1', delta: '{"city":"Rome"}' },
  { type: 'tool-input-delta', id: 'call_2', delta: '"Oslo"}' },
  { type: 'tool-input-end', id: 'call_2' },
  { type: 'tool-call', toolCallId: 'call_2', toolName: 'weather', input: '{"city":"Oslo"}' },
  { type: 'tool-input-end', id: 'call_1' },
  {
    ...{ type: 'tool-call', toolCallId: 'call_1', toolName: 'weather', input: '{"city":"Rome"}' },
    providerMetadata: itemOf('fc_1'),
  },
]
export const done: readonly Part[] = [...words('Sunny.'), finish('stop')]
