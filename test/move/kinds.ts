import type { EventInput, Part } from '../../src/index.ts'

const user = (...parts: Part[]): EventInput[] => [{ author: 'user', parts }]
const model = (...parts: Part[]): EventInput[] => [
  { author: 'agent', parts: [...parts, { kind: 'text', text: 'Done.' }] },
]
const call: Part = { kind: 'tool-call', id: 'call_1', name: 'search', arguments: '{"query":"x"}' }

const answered = (content: (Part & { kind: 'tool-result' })['content'], isError = false): EventInput[] => [
  { author: 'agent', parts: [call] },
  { author: 'tool', parts: [{ kind: 'tool-result', id: 'call_1', content, ...(isError && { isError }) }] },
]

const bytes = { type: 'base64', data: 'iVBORw0KGgoAAAAN' } as const
const at = (url: string) => ({ type: 'url', url: `https://example.com/${url}` }) as const
const file = (mediaType: string, source: (Part & { kind: 'file' })['source'], name?: string) =>
  ({ kind: 'file', mediaType, source, ...(name && { name }) }) as const

const thought = (
  format: 'openai' | 'anthropic' | 'gemini',
  producer: string,
  payload: Record<string, string | string[]>,
): Part => ({
  kind: 'reasoning',
  text: 'Think.',
  native: { format, payload },
  model: producer,
})

/** One of each kind of thing that a session may hold, as events after a user's first words. */
export const kinds: Readonly<Record<string, readonly EventInput[]>> = {
  'words of a user or a model': model({ kind: 'text', text: 'Hello.' }),
  'a call and its result': answered([{ kind: 'text', text: 'found' }]),
  'a failed result': answered([{ kind: 'text', text: 'no network' }], true),
  'a call without a result': [{ author: 'agent', parts: [call] }],
  'arguments that are no JSON': [
    { author: 'agent', parts: [{ ...call, arguments: '{"query":' }] },
    {
      author: 'tool',
      parts: [{ kind: 'tool-result', id: 'call_1', content: [{ kind: 'text', text: 'failed' }] }],
    },
  ],
  'a call of a tool that takes text': [
    { author: 'agent', parts: [{ ...call, arguments: 'select 1', freeform: true }] },
    {
      author: 'tool',
      parts: [{ kind: 'tool-result', id: 'call_1', content: [{ kind: 'text', text: '1' }] }],
    },
  ],
  'a call id of 50 characters': [
    { author: 'agent', parts: [{ ...call, id: 'x'.repeat(50) }] },
    {
      author: 'tool',
      parts: [{ kind: 'tool-result', id: 'x'.repeat(50), content: [{ kind: 'text', text: '1' }] }],
    },
  ],
  'data as a result': answered([{ kind: 'data', value: { found: 3 } }]),
  'an image, as bytes': user(file('image/png', bytes)),
  'an image, by URL': user(file('image/png', at('a.png'))),
  'a PDF, as bytes': user(file('application/pdf', bytes, 'a.pdf')),
  'a PDF, by URL': user(file('application/pdf', at('a.pdf'))),
  'a sound, as bytes': user(file('audio/wav', bytes)),
  'a text document with a name': user(file('text/plain', { type: 'text', text: 'a document' }, 'a.txt')),
  "a file by OpenAI's id": user(file('application/pdf', { type: 'id', id: 'file-1', format: 'openai' })),
  "a file by Anthropic's id": user(
    file('application/pdf', { type: 'id', id: 'file_1', format: 'anthropic' }),
  ),
  'an image in a result': answered([file('image/png', bytes)]),
  'a PDF in a result': answered([file('application/pdf', bytes, 'a.pdf')]),
  'a late system text': [{ author: 'developer', text: 'Be brief.' }],
  "a GPT's reasoning": model(
    thought('openai', 'gpt-5.4', {
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      encrypted_content: 'c2VhbGVk',
    }),
  ),
  "a Claude's thinking": model(
    thought('anthropic', 'claude-sonnet-5', { type: 'thinking', thinking: 'Think.', signature: 'c2VhbGVk' }),
  ),
  "a Gemini's thought": model(
    thought('gemini', 'gemini-3.8-flash', {
      text: 'Think.',
      thought: true as never,
      thoughtSignature: 'c2VhbGVk',
    }),
  ),
  "OpenAI's own item (a search)": model({
    kind: 'opaque',
    format: 'openai',
    type: 'web_search_call',
    payload: { type: 'web_search_call', id: 'ws_1', status: 'completed' },
    model: 'gpt-5.4',
  }),
  "a speaker's name (Chat)": user({
    kind: 'text',
    text: 'Hi.',
    extra: { format: 'openai-chat', fields: { name: 'ann' } },
  }),
  'citations (Anthropic)': model({
    kind: 'text',
    text: 'Cited.',
    extra: { format: 'anthropic', fields: { citations: [{ type: 'char_location', cited_text: 'a' }] } },
  }),
}
