import type { Part } from '../../../src/core/ir/part.ts'
import type { EventInput } from '../../../src/index.ts'

/** Returns events that hold a text; `id` is unique in the session, `value` is the secret itself. */
type Carrier = (text: string, id: string, value: string) => readonly EventInput[]

const call = (id: string, args: unknown, more: object = {}): Part =>
  ({ kind: 'tool-call', id, name: 'find', arguments: args, ...more }) as Part
const result = (id: string, content: readonly object[], more: object = {}): Part =>
  ({ kind: 'tool-result', id, name: 'find', content, ...more }) as Part
/** A call, and its result. */
const called = (
  id: string,
  args: unknown,
  content: readonly object[],
  more: object = {},
): readonly EventInput[] => [
  { author: 'helper', parts: [call(id, args)] },
  { author: 'tool', parts: [result(id, content, more)] },
]
const words = (text: string) => ({ kind: 'text', text }) as const
const data = (value: unknown) => ({ kind: 'data', value }) as const
const file = (source: object, name?: string) => ({
  kind: 'file',
  mediaType: 'text/plain',
  source,
  ...(name && { name }),
})
const by = (author: string, ...parts: readonly object[]): EventInput => ({
  author,
  parts: parts as readonly Part[],
})
const based = (text: string): string => Buffer.from(`file: ${text}`).toString('base64')
const openai = (fields: object) => ({ format: 'openai', fields })

/** Places of a session's events and state that may hold a text. */
export const carriers: Readonly<Record<string, Carrier>> = {
  user: text => [{ author: 'user', text }],
  twoParts: text => [by('user', words('First.'), words(text))],
  agent: text => [{ author: 'helper', text }],
  developer: text => [{ author: 'developer', text }],
  quoted: text => [{ author: 'other', text }],
  speaker: (_, __, value) => [{ author: value, text: 'I said this.' }],
  tag: text => [by('user', { ...words('Tagged.'), tag: { name: 'note', attributes: { by: text } } })],
  extra: text => [by('user', { ...words('More.'), extra: openai({ note: text }) })],
  reasoning: text => [by('helper', { kind: 'reasoning', text }, words('So.'))],
  nativeReasoning: text => [
    by(
      'helper',
      {
        kind: 'reasoning',
        text,
        native: { format: 'anthropic', payload: { type: 'thinking', thinking: text, signature: 'c2ln' } },
      },
      words('So.'),
    ),
  ],
  argument: (text, id) => called(id, { q: text, deep: [{ x: text }] }, [words('none')]),
  argumentKey: (text, id) => called(id, { [text]: 1 }, [words('none')]),
  argumentText: (text, id) => called(id, JSON.stringify({ q: text }), [words('none')]),
  freeform: (text, id) => [
    { author: 'helper', parts: [call(id, text, { freeform: true })] },
    by('tool', result(id, [words('ok')])),
  ],
  openCall: (text, id) => [{ author: 'helper', parts: [call(id, { q: text })] }],
  callId: (text, id) => called(`${id}-${text}`, {}, [words('none')]),
  callName: (_, id, value) => [
    by('helper', call(id, {}, { name: value })),
    by('tool', result(id, [words('x')], { name: value })),
  ],
  resultText: (text, id) => called(id, {}, [words(text)]),
  resultData: (text, id) => called(id, {}, [data({ rows: [text, { [text]: text }] })]),
  resultJson: (text, id) => called(id, {}, [words(JSON.stringify({ rows: [{ cell: text }] }))]),
  resultError: (text, id) => called(id, {}, [words(`Error: ${text}`)], { isError: true }),
  resultFile: (text, id) =>
    called(id, {}, [
      file({ type: 'base64', data: based(text) }, 'a.txt'),
      file({ type: 'text', text }, text),
    ]),
  long: (text, id) =>
    called(id, {}, [words(`${'Row of the table. '.repeat(20)}${text}${' and another row.'.repeat(20)}`)]),
  data: text => [by('user', data({ note: text, list: [text] }))],
  dataKey: text => [by('user', data({ [text]: true }))],
  fileName: text => [by('user', words('See.'), file({ type: 'text', text: 'Nothing.' }, text))],
  fileText: text => [by('user', words('See.'), file({ type: 'text', text }))],
  fileUrl: text => [
    by('user', words('See.'), {
      ...file({ type: 'url', url: `https://example.org/${text}` }),
      mediaType: 'image/png',
    }),
  ],
  fileBytes: text => [by('user', words('See.'), file({ type: 'base64', data: based(text) }, 'b.txt'))],
  opaque: text => [
    by(
      'helper',
      { kind: 'opaque', format: 'openai', type: 'note', payload: { type: 'note', text } },
      words('Done.'),
    ),
  ],
  state: text => [
    {
      author: 'helper',
      text: 'Noted.',
      actions: {
        state: { set: { person: { name: text, [text]: 1 }, notes: [text, { text }], query: text } },
      },
    },
  ],
  stateKey: text => [
    { author: 'helper', text: 'Kept.', actions: { state: { set: { [text]: text }, delete: [text] } } },
  ],
  summary: text => [
    {
      author: 'developer',
      text: `So far: ${text}`,
      actions: { compaction: { covers: [{ from: 0, to: 1 }] } },
    },
  ],
  effect: text => [
    {
      author: 'developer',
      actions: { effect: { kind: 'extract', key: 'k', handler: 'h', error: `failed: ${text}` } },
    },
  ],
}

/** Places that may show a field by its name. */
export const fieldCarriers: Readonly<
  Record<string, (field: string, value: string, id: string) => readonly EventInput[]>
> = {
  data: (field, value) => [by('user', data({ [field]: value }))],
  argument: (field, value, id) => called(id, { [field]: value }, [words('none')]),
  json: (field, value, id) => called(id, {}, [words(JSON.stringify({ list: [{ [field]: value }] }))]),
  result: (field, value, id) => called(id, {}, [data([{ [field]: value }])]),
  state: (field, value) => [
    { author: 'helper', text: 'Noted.', actions: { state: { set: { person: { [field]: value } } } } },
  ],
}
