// Chunks of Chat Completions. Source: `ChatCompletionChunk` in openai; `reasoning_content` as documented by DeepSeek.
import OpenAI from 'openai'
import { openaiChatModel } from '../../../../vendor/openai/index.ts'
import { unnamed } from '../provider.ts'
import { cut, type Said } from '../said.ts'
import type { Wire } from './wire.ts'

const official = (url: string) => new OpenAI({ baseURL: url, apiKey: 'key', maxRetries: 4, logLevel: 'off' })

const usage = {
  ...{ prompt_tokens: 100, completion_tokens: 30, total_tokens: 130 },
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens_details: { reasoning_tokens: 10 },
}

const about = { id: 'chatcmpl-1', created: 1, model: 'deepseek-chat' }

const finishOf = ({ calls }: Said) => (calls.length > 0 ? 'tool_calls' : 'stop')

const chunk = (delta: object | null, finish_reason: string | null = null, more: object = {}) => ({
  ...about,
  object: 'chat.completion.chunk',
  choices: delta === null ? [] : [{ index: 0, delta, logprobs: null, finish_reason }],
  usage: null,
  ...more,
})

export const chat: Wire = {
  model: 'deepseek-chat',
  client: url => openaiChatModel(official(url)),
  unary: (url, request) =>
    official(url).chat.completions.create(request as never) as unknown as Promise<object>,
  body(said) {
    const calls = said.calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }))
    const message = {
      role: 'assistant',
      content: said.text || null,
      refusal: said.refusal || null,
      ...(said.reasoning !== '' && { reasoning_content: said.reasoning }),
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finishOf(said) }]
    return { ...about, object: 'chat.completion', choices, usage }
  },
  pieces(said) {
    const { cuts } = said
    const calls = said.calls.flatMap(({ id, name, input }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...cut(JSON.stringify(input), cuts).map(given =>
        chunk({ tool_calls: [{ index, function: { arguments: given } }] }),
      ),
    ])
    return unnamed(
      [
        chunk({ role: 'assistant', content: said.calls.length > 0 ? null : '', refusal: null }),
        ...cut(said.reasoning, cuts).map(reasoning_content => chunk({ content: null, reasoning_content })),
        ...cut(said.text, cuts).map(content => chunk({ content })),
        ...cut(said.refusal, cuts).map(refusal => chunk({ refusal })),
        ...calls,
        chunk({}, finishOf(said)),
        chunk(null, null, { usage }),
      ],
      '[DONE]',
    )
  },
  error: status => ({ error: { message: `status ${status}`, type: 'error', code: null, param: null } }),
  limited: seconds => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    json: { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
  }),
  errorPiece: unnamed([{ error: { message: 'the server had an error', code: 502 } }])[0] as string,
}
