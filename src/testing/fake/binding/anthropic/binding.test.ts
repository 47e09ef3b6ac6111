import { describe, expect, test } from 'vitest'
import { type BindingCase, testCases } from '../../../../../test/binding/cases.ts'
import { type BindingAnswer, type BindingProvider, bindingProvider } from '../index.ts'

type Message = { role: string; content: any; [key: string]: unknown }
type Request = { messages: Message[]; [key: string]: any }

const user = (content: unknown): Message => ({ role: 'user', content })
const system = (content: unknown, rest: object = {}): Message => ({ role: 'system', content, ...rest })
const tool = (name: string, rest: object = {}) => ({
  name,
  description: `Tool ${name}.`,
  input_schema: { type: 'object', properties: {} },
  ...rest,
})
const pixel = (source: object) => [
  { type: 'image', source },
  { type: 'text', text: 'Look.' },
]

const start = (rest: object = {}): Request => ({
  model: 'claude-opus-5-5',
  max_tokens: 1000,
  system: 'Be brief.',
  tools: [tool('read'), tool('write')],
  messages: [user('Hi')],
  ...rest,
})

/** Returns a request with its answer and a new message. */
const next = (
  provider: BindingProvider,
  request: Request,
  message: unknown = user('Go on.'),
  script?: any,
): Request => {
  const { status, body } = provider.answer(request, script)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const added = message === null ? [] : [message as Message]
  return {
    ...request,
    messages: [...request.messages, { role: 'assistant', content: body.content }, ...added],
  }
}

/** Returns a conversation of three answers: thinking is in messages 1, 3 and 5. */
const grown = (provider: BindingProvider, request: Request = start()): Request =>
  next(provider, next(provider, next(provider, request)))

const pathsOf = (provider: BindingProvider, request: unknown) =>
  provider.judge(request).dead.map(({ path, reason }) => `${path} ${reason.replace('_mismatch', '')}`)

const dead = (...messages: number[]) => messages.map(i => `messages.${i}.content.0 prefix`)

/** Makes a case that edits a grown conversation. */
const edit = (
  title: string,
  change: (request: Request) => unknown,
  verdict: readonly string[] = [],
  request: Request = start(),
  options: BindingCase['options'] = {},
): BindingCase => ({
  title,
  options,
  play: provider => {
    const copy = structuredClone(grown(provider, request))
    change(copy)
    return pathsOf(provider, copy)
  },
  verdict,
})

const image = { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' }
const withLate = (rest: object = {}) =>
  start({ tools: [tool('read'), tool('late', { defer_loading: true })], ...rest })
const referenced = system([{ type: 'tool_addition', tool: { type: 'tool_reference', name: 'late' } }])
const all = dead(1, 3, 5)

const edits: readonly BindingCase[] = [
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

const removeThinking =
  (...at: number[]) =>
  (r: Request) => {
    for (const i of at) r.messages[i]!.content.shift()
  }

/** Returns a conversation whose last thinking was made while the thinking of some messages was gone. */
const madeWithout = (provider: BindingProvider, ...gone: number[]): Request => {
  const whole = next(provider, next(provider, start()))
  const thin = structuredClone(whole)
  removeThinking(...gone)(thin)
  const { messages } = next(provider, thin)
  return { ...whole, messages: [...whole.messages, ...messages.slice(whole.messages.length)] }
}

const runs: readonly BindingCase[] = [
  edit('the oldest thinking may go', removeThinking(1)),
  edit('the newest thinking may go', removeThinking(5)),
  edit('all thinking may go', removeThinking(1, 3, 5)),
  edit('a gap ends the thinking behind it', removeThinking(3), dead(5)),
  {
    title: 'thinking made while the newest was gone ends when that comes back',
    play: provider => pathsOf(provider, madeWithout(provider, 3)),
    verdict: dead(5),
  },
  {
    title: 'thinking made while the oldest was gone ends when that comes back',
    play: provider => pathsOf(provider, madeWithout(provider, 1)),
    verdict: dead(5),
  },
  edit('altered thinking is refused', r => (r.messages[1]!.content[0].thinking = 'Other.'), [
    'messages.1.content.0 invalid_signature',
  ]),
  edit('a damaged signature is refused', r => (r.messages[1]!.content[0].signature += 'x'), [
    'messages.1.content.0 invalid_signature',
    ...dead(3, 5),
  ]),
  {
    title: 'a block that fails takes every later one along',
    play: provider => {
      const broken = grown(provider)
      broken.messages[2] = user('Other.')
      const dropped = { ...broken, thinking: drop }
      const { messages } = next(bindingProvider('anthropic', { betas: [controls] }), dropped)
      return pathsOf(provider, { ...broken, messages })
    },
    verdict: dead(3, 5, 7),
  },
  {
    title: 'redacted thinking and thinking between calls are bound too',
    play: provider => {
      const script = [
        { type: 'redacted_thinking' },
        { type: 'tool_use', id: 'a', name: 'read', input: {} },
        { type: 'thinking', thinking: 'More.' },
        { type: 'tool_use', id: 'b', name: 'read', input: { at: null } },
      ]
      const request = next(
        provider,
        start(),
        user([{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }]),
        script,
      )
      const whole = pathsOf(provider, request)
      const other = structuredClone(request)
      other.messages[1]!.content[1].input = { x: 1 }
      return [whole, pathsOf(provider, other)]
    },
    verdict: [[], ['messages.1.content.2 prefix']],
  },
]

const controls = 'thinking-binding-controls-2026-08-01'
const drop = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } }
const compact = 'compact-2026-09-04'

/** Returns the parts of an answer that tell about thinking. */
const told = ({ status, body }: BindingAnswer): unknown =>
  status === 200 ? (body.input_transformations ?? 'nothing') : (body as any).error.message

const withEdit = (provider: BindingProvider, rest: object = {}, model = 'claude-opus-5-5') => {
  const request = structuredClone(grown(provider, start({ model })))
  request.messages[2] = user('Other.')
  return { ...request, ...rest }
}

const dropped = [3, 5].map(i => ({
  type: 'thinking_dropped',
  path: `messages.${i}.content.0`,
  reason: 'prefix_binding_mismatch',
}))
const allowed = dropped.map(entry => ({ ...entry, type: 'thinking_mismatch_allowed' }))

const reports: readonly BindingCase[] = [
  {
    title: 'a mismatch is refused by default, and the error names the first block',
    play: provider => told(provider.answer(withEdit(provider))),
    verdict: expect.stringMatching(
      /^messages[.]3[.]content[.]0: Invalid `signature` in `thinking` block[.] The block is bound to a different conversation[.].*That setting requires.*messages[.]2[.]content[.]0 differs/,
    ),
  },
  {
    title: 'drop_block drops and reports',
    options: { betas: [controls] },
    play: provider => told(provider.answer(withEdit(provider, { thinking: drop }))),
    verdict: dropped,
  },
  {
    title: 'a clean request reports an empty list',
    options: { betas: [controls] },
    play: provider => told(provider.answer(grown(provider))),
    verdict: [],
  },
  {
    title: 'nothing is reported without the header',
    play: provider => told(provider.answer(grown(provider))),
    verdict: 'nothing',
  },
  {
    title: 'the field is refused without the header',
    play: provider => told(provider.answer(withEdit(provider, { thinking: drop }))),
    verdict: expect.stringMatching(/block_binding: Extra inputs are not permitted$/),
  },
  {
    title: 'a damaged signature is refused whatever the field says',
    options: { betas: [controls] },
    play: provider => {
      const request = grown(provider, start({ thinking: drop }))
      request.messages[1]!.content[0].signature = 'other'
      return told(provider.answer(request))
    },
    verdict: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  },
  {
    title: 'an old account only notes a mismatch',
    options: { betas: [controls], isOldAccount: true },
    play: provider => told(provider.answer(withEdit(provider))),
    verdict: allowed,
  },
  {
    title: 'an old account enforces what the request asks for',
    options: { betas: [controls], isOldAccount: true },
    play: provider => told(provider.answer(withEdit(provider, { thinking: drop }))),
    verdict: dropped,
  },
  {
    title: 'Fable 5.2 enforces on every account',
    options: { isOldAccount: true },
    play: provider => told(provider.answer(withEdit(provider, {}, 'claude-fable-5-2'))),
    verdict: expect.stringContaining('bound to a different conversation'),
  },
  {
    title: 'the account comes before the model, and the model before the prefix',
    options: { betas: [controls] },
    play: (provider, sibling) => {
      const request = withEdit(provider, {}, 'claude-sonnet-5-5')
      const other = { ...request, model: 'claude-fable-5-1' }
      return [provider, sibling({ account: 'other' })].map(it =>
        it.judge(other).dead.map(({ reason }) => reason),
      )
    },
    verdict: [Array(3).fill('model_mismatch'), Array(3).fill('organization_mismatch')],
  },
]

/** Makes a case of one model that meets the thinking of another. */
const reading = (
  reader: string,
  maker: string,
  does: boolean,
  options: BindingCase['options'] = {},
): BindingCase => ({
  title: `${reader} ${does ? 'reads' : 'does not read'} the thinking of ${maker}${options.platform ? ` on ${options.platform}` : ''}`,
  options: { betas: [controls], ...options },
  play: provider => {
    const request = next(provider, start({ model: `claude-${maker}` }))
    return told(provider.answer({ ...request, model: `claude-${reader}` }))
  },
  verdict: does
    ? []
    : [{ type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'model_binding_mismatch' }],
})

const readers: readonly BindingCase[] = [
  reading('mythos-5-2', 'fable-5-2', true),
  reading('fable-5-1', 'fable-5-2', false),
  reading('fable-5-1', 'mythos-5-1', true),
  reading('fable-5-1', 'opus-4-8', true),
  reading('fable-5-1', 'opus-5-5', true),
  reading('fable-5-1', 'opus-5-5', false, { platform: 'aws' }),
  reading('opus-5-5', 'opus-5', true),
  reading('opus-5-5', 'sonnet-5-5', true),
  reading('opus-5-5', 'sonnet-5-5', true, { platform: 'google' }),
  reading('opus-5-5', 'sonnet-5-5', false, { platform: 'aws' }),
  reading('opus-5-5', 'fable-5', false),
  reading('opus-5-5', 'mythos-5-1', false),
  reading('sonnet-5-5', 'haiku-4-5', true),
  reading('sonnet-5-5', 'opus-4-8', true),
  reading('sonnet-5-5', 'opus-5', false),
  reading('sonnet-5-5', 'opus-5-5', false),
  {
    title: 'thinking of Sonnet 5.5 works only in its account',
    play: (provider, sibling) => {
      const request = next(provider, start({ model: 'claude-sonnet-5-5' }))
      return sibling({ account: 'other' })
        .judge(request)
        .dead.map(({ reason }) => reason)
    },
    verdict: ['organization_mismatch'],
  },
  {
    title: 'thinking of Opus 5.5 works in every account',
    play: (provider, sibling) => sibling({ account: 'other' }).judge(next(provider, start())).dead,
    verdict: [],
  },
  {
    title: 'thinking that cannot be read is good again on the way back',
    play: provider => {
      const request = next(provider, start({ model: 'claude-fable-5-1' }))
      const there = next(provider, { ...request, model: 'claude-sonnet-5' })
      const back = { ...there, model: 'claude-fable-5-1' }
      return [pathsOf(provider, there), pathsOf(provider, back)]
    },
    verdict: [['messages.1.content.0 model'], []],
  },
  edit(
    'a model without preserved thinking binds nothing',
    r => (r.messages[0] = user('Other.')),
    [],
    start({ model: 'claude-opus-5' }),
  ),
]

/** Compacts a request on demand, and returns the block. */
const summarize = (provider: BindingProvider, request: Request, rest: object = {}): any =>
  (provider.answer({ ...request, compaction: { type: 'summarize' }, ...rest }).body.content as any)[0]

/** Makes a case that compacts the first three messages of a conversation, and keeps the rest. */
const keeping = (
  title: string,
  change: (request: Request) => unknown,
  verdict: unknown = [],
  { summarized = 3, rest = {} }: { summarized?: number; rest?: object } = {},
): BindingCase => ({
  title,
  options: { betas: [compact] },
  play: provider => {
    const request = structuredClone(grown(provider))
    const block = summarize(provider, { ...request, messages: request.messages.slice(0, summarized) }, rest)
    request.messages.splice(0, summarized, { role: 'assistant', content: [block] })
    change(request)
    const { refused } = provider.judge(request)
    return refused ?? pathsOf(provider, request)
  },
  verdict,
})

const compactions: readonly BindingCase[] = [
  keeping('kept turns stay valid behind a signed block', () => {}),
  keeping('a block may stand in the first kept message', r =>
    r.messages.splice(0, 2, {
      role: 'assistant',
      content: [r.messages[0]!.content[0], ...r.messages[1]!.content],
    }),
  ),
  keeping('a new system prompt in the compaction ends the kept thinking', () => {}, all, {
    summarized: 1,
    rest: { system: 'Other.' },
  }),
  keeping(
    'a new system prompt after the compaction ends the kept thinking',
    r => (r.system = 'Other.'),
    dead(1, 3),
  ),
  keeping('a compaction by an older model ends the kept thinking', () => {}, dead(1, 3), {
    rest: { model: 'claude-opus-5' },
  }),
  keeping('a skipped turn ends the kept thinking', r => r.messages.splice(1, 2), dead(1)),
  keeping(
    'a summarized message behind the block ends the kept thinking',
    r => r.messages.splice(1, 0, user('Go on.')),
    dead(2, 4),
  ),
  keeping(
    'a system message between block and kept turns ends their thinking',
    r => r.messages.splice(1, 0, system('Now.')),
    dead(2, 4),
  ),
  keeping('kept thinking may lose its oldest block', r => r.messages[1]!.content.shift()),
  keeping(
    'an altered block is refused',
    r => (r.messages[0]!.content[0].content = 'Other.'),
    expect.stringContaining('compaction_content_mismatch'),
  ),
  keeping(
    'a block with another signature is refused',
    r => (r.messages[0]!.content[0].signature = 'x'),
    expect.stringContaining('compaction_signature_invalid'),
  ),
  keeping(
    'summarized messages in front of the block are refused',
    r => r.messages.unshift(user('Hi')),
    expect.stringContaining('compaction_block_misplaced'),
  ),
  keeping(
    'a marked block is the same',
    r => (r.messages[0]!.content[0].cache_control = { type: 'ephemeral' }),
  ),
  {
    title: 'a block is refused without its header',
    play: provider => {
      const block = summarize(provider, grown(provider))
      return provider.judge(start({ messages: [{ role: 'assistant', content: [block] }, user('Go on.')] }))
        .refused
    },
    verdict: expect.stringContaining('not an expected block type'),
  },
  {
    title: 'a kept message of the role of the last summarized one ends the kept thinking',
    options: { betas: [compact] },
    play: provider => {
      const request = grown(provider, start({ messages: [user('Hi'), user('There')] }))
      const block = summarize(provider, { ...request, messages: request.messages.slice(0, 1) })
      return pathsOf(provider, {
        ...request,
        messages: [{ role: 'assistant', content: [block] }, ...request.messages.slice(1)],
      })
    },
    verdict: dead(2, 4, 6),
  },
  {
    title: 'everything compacted, system and tools may change',
    options: { betas: [compact] },
    play: provider => {
      const block = summarize(provider, grown(provider))
      const request = start({
        system: 'New.',
        tools: [],
        messages: [{ role: 'assistant', content: [block] }, user('Go on.')],
      })
      return pathsOf(provider, next(provider, next(provider, request)))
    },
    verdict: [],
  },
  {
    title: 'thinking stays valid behind a second compaction',
    options: { betas: [compact] },
    play: provider => {
      const request = grown(provider)
      const first = summarize(provider, { ...request, messages: request.messages.slice(0, 3) })
      const later = next(provider, {
        ...request,
        messages: [{ role: 'assistant', content: [first] }, ...request.messages.slice(3)],
      })
      const second = summarize(provider, { ...later, messages: later.messages.slice(0, 3) })
      return provider.judge({
        ...later,
        messages: [{ role: 'assistant', content: [second] }, ...later.messages.slice(3)],
      })
    },
    verdict: { alive: 2, dead: [], refused: null },
  },
  {
    title: 'thinking made behind a block needs the block',
    options: { betas: [compact] },
    play: provider => {
      const whole = next(provider, start())
      const block = summarize(provider, whole)
      const request = {
        ...whole,
        messages: [
          { role: 'assistant', content: [block] },
          { role: 'assistant', content: 'Sure.' },
          user('Go on.'),
        ],
      }
      const { messages } = next(provider, request)
      return pathsOf(provider, { ...whole, messages: [...whole.messages, ...messages.slice(1)] })
    },
    verdict: dead(5),
  },
  {
    title: 'the prefix begins anew at a block of the threshold compaction, whether old messages stay or go',
    play: provider => {
      const script = [
        { type: 'compaction', content: 'Summary.' },
        { type: 'thinking', thinking: 'So.' },
        { type: 'text', text: 'Done.' },
      ]
      const request = next(provider, next(provider, start()), user('Go on.'), script)
      const edited = structuredClone(request)
      edited.messages[0] = user('Other.')
      return [request, edited, { ...request, messages: request.messages.slice(3) }].map(it =>
        provider.judge(it),
      )
    },
    verdict: Array(3).fill({ alive: 1, dead: [], refused: null }),
  },
  {
    title: 'old turns put behind a block of the threshold compaction lose their thinking',
    play: provider => {
      const request = next(provider, start())
      const block = { role: 'assistant', content: [{ type: 'compaction', content: 'Summary.' }] }
      return pathsOf(provider, { ...request, messages: [block, ...request.messages] })
    },
    verdict: dead(2),
  },
  edit(
    'a compaction block without content does nothing',
    r => r.messages[2]!.content.unshift({ type: 'compaction', content: null }),
    [],
    start({
      messages: [user('Hi'), { role: 'assistant', content: 'Yes.' }, user([{ type: 'text', text: 'Go.' }])],
    }),
  ),
]

describe('Messages', () => {
  testCases('anthropic', [...edits, ...runs, ...reports, ...readers, ...compactions])

  test('answers alike, whoever asks', () => {
    expect(grown(bindingProvider('anthropic'))).toEqual(grown(bindingProvider('anthropic')))
  })

  test('a request that is no object is a TypeError', () => {
    expect(() => bindingProvider('anthropic').judge([])).toThrow(TypeError)
    expect(() => bindingProvider('anthropic', { without: ['x'] })).toThrow(TypeError)
  })
})
