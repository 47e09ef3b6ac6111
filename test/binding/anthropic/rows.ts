import type { BindingProvider } from '../../../src/testing/fake/binding/index.ts'
import type { RowOfEdits } from '../rows.ts'
import { type Request, start, system, tool, user } from './conversation.ts'

const look = (data: string) =>
  user([
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
    { type: 'text', text: 'Look.' },
  ])
const now = system('Now.', { clear_at: 'next_user_message' })
const withResult = start({
  messages: [
    user('Hi'),
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a', name: 'read', input: { cache_control: 1 } }],
    },
    user([{ type: 'tool_result', tool_use_id: 'a', content: 'A long result.' }]),
  ],
})

/** Replaces the first three messages by a block of the vendor's compaction on demand. */
const summarize = (r: Request, provider: BindingProvider): void => {
  const asked = { ...r, messages: r.messages.slice(0, 3), compaction: { type: 'summarize' } }
  const { content } = provider.answer(asked).body
  r.messages.splice(0, 3, { role: 'assistant', content })
}

/** Edits between two requests, one row of the vendor's page each: an edit that it takes, and one that it refuses. */
export const rows: readonly RowOfEdits<Request>[] = [
  {
    row: 'append at the end, or change an earlier message',
    accepted: r => r.messages.push({ role: 'assistant', content: 'Sure.' }, user('More.')),
    refused: r => (r.messages[2] = user('Go')),
  },
  {
    row: 'text at the end, or a text block in an earlier user turn',
    accepted: r =>
      (r.messages[6] = user([
        { type: 'text', text: 'Go on.' },
        { type: 'text', text: 'Now.' },
      ])),
    refused: r =>
      (r.messages[2] = user([
        { type: 'text', text: 'Go on.' },
        { type: 'text', text: 'Now.' },
      ])),
  },
  {
    row: 'a filler that is sent again, or not',
    request: start({ messages: [user('Hi'), { role: 'assistant', content: 'Yes.' }, user('Continue.')] }),
    accepted: r => r.messages.push(user('Continue.')),
    refused: r => r.messages.splice(2, 1),
  },
  {
    row: 'a deferred tool that nothing references, or a usual tool',
    accepted: r => r.tools.push(tool('more', { defer_loading: true })),
    refused: r => r.tools.push(tool('more')),
  },
  {
    row: 'an output schema, or the schema of a tool',
    accepted: r => (r.output_config = { format: { type: 'json_schema', schema: {} } }),
    refused: r => (r.tools[0].input_schema = { type: 'object' }),
  },
  {
    row: 'effort of the request, or a message for it before old answers',
    accepted: r => (r.output_config = { effort: 'low' }),
    refused: r => r.messages.splice(3, 0, system([], { output_config: { effort: 'low' } })),
  },
  {
    row: 'system text appended, or changed',
    accepted: r => r.messages.push(system('Be kind.')),
    refused: r => (r.system = 'Be kind.'),
  },
  {
    row: 'an image in other base64 text, or re-encoded',
    request: start({ messages: [look('aGVsbG8=')] }),
    accepted: r => (r.messages[0]!.content[0].source.data = 'aGVs\nbG8='),
    refused: r => (r.messages[0]!.content[0].source.data = 'aGVsbG8h'),
  },
  {
    row: 'cache marks, or data of an app that looks like one',
    request: withResult,
    accepted: r => (r.messages[2]!.content[0].cache_control = { type: 'ephemeral' }),
    refused: r => delete r.messages[1]!.content[0].input.cache_control,
  },
  {
    row: 'compaction on demand, or another system prompt with it',
    accepted: summarize,
    refused: (r, provider) => {
      summarize(r, provider)
      r.system = 'Be kind.'
    },
  },
  {
    row: 'compaction at a threshold, or old turns behind its block',
    accepted: r =>
      r.messages.splice(0, 6, { role: 'assistant', content: [{ type: 'compaction', content: 'Summary.' }] }),
    refused: r =>
      r.messages.splice(0, 3, { role: 'assistant', content: [{ type: 'compaction', content: 'Summary.' }] }),
  },
  {
    row: "the vendor's context editing, or the same by the app",
    request: withResult,
    accepted: r => (r.context_management = { edits: [{ type: 'clear_tool_uses_20250919' }] }),
    refused: r => (r.messages[2]!.content[0].content = '[cleared]'),
  },
  {
    row: 'an own summary without thinking, or with the thinking behind it',
    accepted: r => {
      r.messages.splice(0, 3, user('Summary.'))
      for (const { role, content } of r.messages) if (role === 'assistant') content.shift()
    },
    refused: r => r.messages.splice(0, 3, user('Summary.')),
  },
  {
    row: 'a turn-scoped system message in place, or deleted',
    request: start({ messages: [user('Hi'), now] }),
    accepted: r => r.messages.push(now),
    refused: r => r.messages.splice(1, 1),
  },
  {
    row: 'a system message in place, or moved into the prompt',
    request: start({ messages: [user('Hi'), system('Now.')] }),
    accepted: () => {},
    refused: r => {
      r.messages.splice(1, 1)
      r.system = 'Be brief.\n\nNow.'
    },
  },
  {
    row: 'a fork that goes on elsewhere, or one that rewrites its beginning',
    accepted: r => r.messages.splice(4, 3, { role: 'assistant', content: 'Other model.' }, user('And?')),
    refused: r => r.messages.splice(0, 1, user('Other.')),
  },
  {
    row: 'the newest thinking left out, or one in the middle',
    accepted: r => r.messages[5]!.content.shift(),
    refused: r => r.messages[3]!.content.shift(),
  },
]
