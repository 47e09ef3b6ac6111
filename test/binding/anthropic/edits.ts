import type { BindingCase } from '../cases.ts'
import { dead, edit, start, system, tool, user } from './conversation.ts'

const pixel = (source: object) => [
  { type: 'image', source },
  { type: 'text', text: 'Look.' },
]

const image = { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' }
const withLate = (rest: object = {}) =>
  start({ tools: [tool('read'), tool('late', { defer_loading: true })], ...rest })
const referenced = system([{ type: 'tool_addition', tool: { type: 'tool_reference', name: 'late' } }])
const all = dead(1, 3, 5)

export const edits: readonly BindingCase[] = [
  edit('a message at the end changes nothing', ({ messages }) => messages.push(user('More.'))),
  edit('a turn of another vendor at the end changes nothing', ({ messages }) =>
    messages.push({ role: 'assistant', content: 'Sure.' }, user('And?')),
  ),
  edit('an untouched fork changes nothing', () => {}),
  edit('another first message ends all thinking', r => (r.messages[0] = user('Hello')), all),
  edit('a shortened message ends the thinking behind it', r => (r.messages[2] = user('Go')), dead(3, 5)),
  edit(
    'another answer text ends the thinking behind it',
    r => (r.messages[1]!.content[1].text = 'Fine.'),
    dead(3, 5),
  ),
  edit('a deleted turn ends the thinking behind it', r => r.messages.splice(2, 2), dead(3)),
  edit(
    'reordered messages end the thinking',
    r => r.messages.splice(0, 5, ...[2, 3, 0, 1, 4].map(i => r.messages[i]!)),
    all,
  ),
  edit(
    'a text added to an earlier user turn ends the thinking behind it',
    r =>
      (r.messages[2] = user([
        { type: 'text', text: 'Go on.' },
        { type: 'text', text: 'Now.' },
      ])),
    dead(3, 5),
  ),
  edit(
    'a text taken from an earlier user turn ends the thinking behind it',
    r => r.messages[0]!.content.pop(),
    all,
    start({
      messages: [
        user([
          { type: 'text', text: 'Hi' },
          { type: 'text', text: 'Note.' },
        ]),
      ],
    }),
  ),
  edit(
    'a filler that is not sent again ends the thinking behind it',
    r => r.messages.splice(1, 1),
    all,
    start({ messages: [user('Hi'), user('Continue.')] }),
  ),
  edit(
    'a turn of two messages is not one message',
    r =>
      r.messages.splice(
        0,
        2,
        user([
          { type: 'text', text: 'Hi' },
          { type: 'text', text: 'There' },
        ]),
      ),
    all,
    start({ messages: [user('Hi'), user('There')] }),
  ),
  edit('a string is one text block', r => (r.messages[0] = user([{ type: 'text', text: 'Hi' }]))),
  edit('another system prompt ends all thinking', r => (r.system = 'Be kind.'), all),
  edit('a system prompt as a block is the same', r => (r.system = [{ type: 'text', text: 'Be brief.' }])),
  edit('cache marks change nothing', r => {
    r.system = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }]
    r.tools[1].cache_control = { type: 'ephemeral' }
    r.messages[1]!.content[1].cache_control = { type: 'ephemeral', ttl: '1h' }
  }),
  edit(
    'the order of keys changes nothing',
    r =>
      (r.tools[0] = {
        input_schema: { properties: {}, type: 'object' },
        description: 'Tool read.',
        name: 'read',
      }),
  ),
  edit('a null field is absent', r => (r.messages[1]!.content[1].citations = null)),
  edit('another description of a tool ends all thinking', r => (r.tools[0].description = 'Reads.'), all),
  edit('another order of tools ends all thinking', r => r.tools.reverse(), all),
  edit('an added tool ends all thinking', r => r.tools.push(tool('more')), all),
  edit('an added deferred tool changes nothing', r => r.tools.push(tool('more', { defer_loading: true }))),
  edit(
    'a deferred tool that becomes a usual one ends all thinking',
    r => (r.tools[1] = tool('late')),
    all,
    withLate(),
  ),
  edit(
    'another definition of a deferred tool changes nothing before it is referenced',
    r => (r.tools[1].description = 'Late.'),
    [],
    withLate(),
  ),
  edit(
    'another definition of a referenced tool ends the thinking behind the reference',
    r => (r.tools[1].description = 'Late.'),
    dead(2, 4, 6),
    withLate({ messages: [user('Hi'), referenced] }),
  ),
  edit('effort, limits, output, choice, metadata and thinking settings change nothing', r =>
    Object.assign(r, {
      max_tokens: 5,
      output_config: { effort: 'low', format: { type: 'json_schema', schema: {} } },
      tool_choice: { type: 'none' },
      metadata: { user_id: 'x' },
      thinking: { type: 'adaptive', display: 'summarized' },
    }),
  ),
  edit(
    'context editing by the vendor changes nothing',
    r => (r.context_management = { edits: [{ type: 'clear_tool_uses_20250919' }] }),
  ),
  edit(
    'a re-encoded image ends the thinking behind it',
    r => (r.messages[0]!.content[0].source.data = 'aGVsbG8h'),
    all,
    start({ messages: [user(pixel(image))] }),
  ),
  edit(
    'an image in other base64 text with equal bytes changes nothing',
    r => (r.messages[0]!.content[0].source.data = 'aGVs\nbG8='),
    [],
    start({ messages: [user(pixel(image))] }),
  ),
  edit(
    'a rotated address of equal bytes changes nothing',
    r => (r.messages[0]!.content[0].source.url = 'https://b'),
    [],
    start({ messages: [user(pixel({ type: 'url', url: 'https://a' }))] }),
    { media: () => 'aGVsbG8=' },
  ),
  edit(
    'an own summary in place of old turns ends the thinking behind it',
    r => r.messages.splice(0, 3, user('Summary.')),
    dead(1, 3),
  ),
  edit('an own summary without thinking loses nothing more', r => {
    r.messages.splice(0, 3, user('Summary.'))
    for (const message of r.messages) if (Array.isArray(message.content)) message.content.shift()
  }),
  edit(
    'a system message that stays changes nothing',
    () => {},
    [],
    start({ messages: [user('Hi'), system('Now.', { clear_at: 'next_user_message' })] }),
  ),
  edit(
    'a deleted system message ends the thinking behind it',
    r => r.messages.splice(1, 1),
    all,
    start({ messages: [user('Hi'), system('Now.', { clear_at: 'next_user_message' })] }),
  ),
  edit(
    'a reworded system message ends the thinking behind it',
    r => (r.messages[1]!.content = 'Later.'),
    dead(2, 4, 6),
    start({ messages: [user('Hi'), system('Now.')] }),
  ),
  edit(
    'system text moved from messages to the prompt ends all thinking',
    r => {
      r.messages.splice(1, 1)
      r.system = 'Be brief.\n\nNow.'
    },
    all,
    start({ messages: [user('Hi'), system('Now.')] }),
  ),
  edit('an effort for the next turn, appended, changes nothing', r =>
    r.messages.push(system([], { output_config: { effort: 'low' } })),
  ),
]
