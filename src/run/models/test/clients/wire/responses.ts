// Events of OpenAI's Responses API. Source: `ResponseStreamEvent` in openai/resources/responses/responses.d.ts.
import OpenAI from 'openai'
import { openaiModel } from '../../../../vendor/openai/index.ts'
import { named } from '../provider.ts'
import { cut, type Said } from '../said.ts'
import type { Wire } from './wire.ts'

type Item = Readonly<Record<string, unknown>>

const official = (url: string) => new OpenAI({ baseURL: url, apiKey: 'key', maxRetries: 4, logLevel: 'off' })

const cited = (text: string) => [
  {
    type: 'url_citation',
    start_index: 0,
    end_index: text.length,
    title: 'A page',
    url: 'https://example.com/a',
  },
]

function itemsOf({ reasoning, text, refusal, searched, calls }: Said): Item[] {
  const summary = reasoning === '' ? [] : [{ type: 'summary_text', text: reasoning }]
  const content = [
    ...(text === ''
      ? []
      : [{ type: 'output_text', text, annotations: searched ? cited(text) : [], logprobs: [] }]),
    ...(refusal === '' ? [] : [{ type: 'refusal', refusal }]),
  ]
  return [
    { id: 'rs_1', type: 'reasoning', summary, encrypted_content: 'AAAA' },
    ...(searched
      ? [{ id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } }]
      : []),
    ...(content.length === 0
      ? []
      : [{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }]),
    ...calls.map(({ id, name, input }) => ({
      ...{ id: `fc_${id}`, type: 'function_call', status: 'completed', call_id: id, name },
      arguments: JSON.stringify(input),
    })),
  ]
}

const response = (output: readonly Item[], status: string) => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5.4-2026', status, output },
  ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, parallel_tool_calls: true },
  usage:
    status === 'completed'
      ? {
          ...{ input_tokens: 100, input_tokens_details: { cached_tokens: 40 }, output_tokens: 30 },
          ...{ output_tokens_details: { reasoning_tokens: 10 }, total_tokens: 130 },
        }
      : null,
})

function eventsOfItem(item: Item, output_index: number, cuts: readonly number[]): object[] {
  const { type, id } = item
  const at = { item_id: id, output_index }
  if (type === 'reasoning') {
    const [part] = item.summary as { text: string }[]
    const begun = { ...item, summary: [], encrypted_content: '' }
    const place = { ...at, summary_index: 0 }
    const said =
      part === undefined
        ? []
        : [
            {
              type: 'response.reasoning_summary_part.added',
              ...place,
              part: { type: 'summary_text', text: '' },
            },
            ...cut(part.text, cuts).map(delta => ({
              type: 'response.reasoning_summary_text.delta',
              ...place,
              delta,
            })),
            { type: 'response.reasoning_summary_text.done', ...place, text: part.text },
          ]
    return [added(begun, output_index), ...said, done(item, output_index)]
  }
  if (type === 'message') {
    const parts = item.content as { type: string; text?: string; refusal?: string }[]
    const said = parts.flatMap((part, content_index) => {
      const place = { ...at, content_index }
      const kind = part.type === 'refusal' ? 'refusal' : 'output_text'
      const text = part.text ?? part.refusal ?? ''
      return [
        { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
        ...cut(text, cuts).map(delta => ({ type: `response.${kind}.delta`, ...place, delta })),
        { type: `response.${kind}.done`, ...place, text },
        { type: 'response.content_part.done', ...place, part },
      ]
    })
    return [
      added({ ...item, content: [], status: 'in_progress' }, output_index),
      ...said,
      done(item, output_index),
    ]
  }
  if (type === 'function_call') {
    const given = String(item.arguments)
    return [
      added({ ...item, arguments: '', status: 'in_progress' }, output_index),
      ...cut(given, cuts).map(delta => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
      { type: 'response.function_call_arguments.done', ...at, arguments: given },
      done(item, output_index),
    ]
  }
  return [
    added({ ...item, status: 'in_progress' }, output_index),
    { type: 'response.web_search_call.searching', ...at },
    done(item, output_index),
  ]
}

const added = (item: Item, output_index: number) => ({
  type: 'response.output_item.added',
  output_index,
  item,
})
const done = (item: Item, output_index: number) => ({ type: 'response.output_item.done', output_index, item })

export const responses: Wire = {
  model: 'gpt-5.4',
  client: url => openaiModel(official(url)),
  unary: (url, request) => official(url).responses.create(request as never) as unknown as Promise<object>,
  body: said => response(itemsOf(said), 'completed'),
  pieces(said) {
    const items = itemsOf(said)
    const events = [
      { type: 'response.created', response: response([], 'in_progress') },
      { type: 'response.in_progress', response: response([], 'in_progress') },
      ...items.flatMap((item, index) => eventsOfItem(item, index, said.cuts)),
      { type: 'response.completed', response: response(items, 'completed') },
    ]
    return named(events.map((event, sequence_number) => ({ ...event, sequence_number })))
  },
  error: status => ({ error: { message: `status ${status}`, type: 'error', code: null, param: null } }),
  limited: seconds => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    json: { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
  }),
  errorPiece: named([
    {
      type: 'error',
      code: 'server_error',
      message: 'the server had an error',
      param: null,
      sequence_number: 99,
    },
  ])[0] as string,
}
