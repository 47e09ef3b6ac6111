// Events of Anthropic's Messages API. Source: `RawMessageStreamEvent` in
// @anthropic-ai/sdk/resources/messages/messages.d.ts.
import Anthropic from '@anthropic-ai/sdk'
import { anthropicModel } from '../../../../vendor/anthropic/index.ts'
import { named } from '../provider.ts'
import { cut, type Said } from '../said.ts'
import type { Wire } from './wire.ts'

type Block = Readonly<Record<string, unknown>>

const official = (url: string) => new Anthropic({ baseURL: url, apiKey: 'key', maxRetries: 4 })

const citation = {
  type: 'web_search_result_location',
  ...{ url: 'https://example.com/a', title: 'A page', encrypted_index: 'AAAA', cited_text: 'It is.' },
}

function blocksOf({ reasoning, text, refusal, searched, calls }: Said): Block[] {
  return [
    ...(reasoning === '' ? [] : [{ type: 'thinking', thinking: reasoning, signature: 'c2lnbmF0dXJl' }]),
    ...(searched
      ? [
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: [
              {
                ...{ type: 'web_search_result', title: 'A page', url: 'https://example.com/a' },
                ...{ encrypted_content: 'AAAA', page_age: null },
              },
            ],
          },
        ]
      : []),
    ...(text + refusal === ''
      ? []
      : [{ type: 'text', text: text + refusal, citations: searched ? [citation] : null }]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ]
}

const stopOf = ({ calls }: Said) => (calls.length > 0 ? 'tool_use' : 'end_turn')

const counts = { input_tokens: 60, cache_creation_input_tokens: 0, cache_read_input_tokens: 40 }

const about = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5' }

function eventsOf(block: Block, index: number, cuts: readonly number[]): object[] {
  const delta = (given: object) => ({ type: 'content_block_delta', index, delta: given })
  const begin = (content_block: object) => ({ type: 'content_block_start', index, content_block })
  const end = { type: 'content_block_stop', index }
  const { type } = block
  if (type === 'thinking')
    return [
      begin({ type, thinking: '', signature: '' }),
      ...cut(String(block.thinking), cuts).map(thinking => delta({ type: 'thinking_delta', thinking })),
      delta({ type: 'signature_delta', signature: block.signature }),
      end,
    ]
  if (type === 'text')
    return [
      begin({ type, text: '', ...(block.citations ? { citations: [] } : { citations: null }) }),
      ...((block.citations as object[] | null) ?? []).map(each =>
        delta({ type: 'citations_delta', citation: each }),
      ),
      ...cut(String(block.text), cuts).map(text => delta({ type: 'text_delta', text })),
      end,
    ]
  if (type === 'tool_use' || type === 'server_tool_use')
    return [
      begin({ ...block, input: {} }),
      delta({ type: 'input_json_delta', partial_json: '' }),
      ...cut(JSON.stringify(block.input), cuts).map(partial_json =>
        delta({ type: 'input_json_delta', partial_json }),
      ),
      end,
    ]
  return [begin(block), end]
}

export const messages: Wire = {
  model: 'claude-sonnet-5',
  client: url => anthropicModel(official(url)),
  unary: (url, request) => official(url).messages.create(request as never) as unknown as Promise<object>,
  body: said => ({
    ...about,
    content: blocksOf(said),
    ...{ stop_reason: stopOf(said), stop_sequence: null, usage: { ...counts, output_tokens: 30 } },
  }),
  pieces: said =>
    named([
      {
        type: 'message_start',
        message: {
          ...about,
          ...{ content: [], stop_reason: null, stop_sequence: null, usage: { ...counts, output_tokens: 1 } },
        },
      },
      { type: 'ping' },
      ...blocksOf(said).flatMap((block, index) => eventsOf(block, index, said.cuts)),
      {
        type: 'message_delta',
        delta: { stop_reason: stopOf(said), stop_sequence: null },
        usage: { output_tokens: 30 },
      },
      { type: 'message_stop' },
    ]),
  error: status => ({ type: 'error', error: { type: 'api_error', message: `status ${status}` } }),
  limited: seconds => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    json: { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
  }),
  errorPiece: named([
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  ])[0] as string,
}
