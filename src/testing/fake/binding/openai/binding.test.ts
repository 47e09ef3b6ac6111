import { describe, expect, test } from 'vitest'
import { type BindingCase, testCases } from '../../../../../test/binding/cases.ts'
import { type BindingProvider, bindingProvider } from '../index.ts'

type Item = { [key: string]: any }
type Request = { input: Item[]; [key: string]: any }

const user = (content: unknown): Item => ({ role: 'user', content })
const developer = (content: unknown): Item => ({ role: 'developer', content })
const tool = (name: string) => ({ type: 'function', name, parameters: { type: 'object', properties: {} } })
const output = (output: string): Item => ({ type: 'function_call_output', call_id: 'a', output })

const start = (rest: object = {}): Request => ({
  model: 'gpt-6.2-astra',
  tools: [tool('read'), tool('write')],
  reasoning: { effort: 'high' },
  text: { format: { type: 'text' } },
  input: [developer('Be brief.'), user('Hi')],
  ...rest,
})

/** Returns a request with its answer and a new item. */
const next = (
  provider: BindingProvider,
  request: Request,
  item: Item = user('Go on.'),
  script?: any,
): Request => {
  const { status, body } = provider.answer(request, script)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...request, input: [...request.input, ...(body.output as Item[]), item] }
}

/** Returns a conversation of three answers: reasoning is in items 2, 5 and 8, the texts behind it. */
const grown = (provider: BindingProvider, request: Request = start()): Request =>
  next(provider, next(provider, next(provider, request)))

const pathsOf = (provider: BindingProvider, request: unknown) =>
  provider.judge(request).dead.map(({ path, reason }) => `${path} ${reason.replace('_mismatch', '')}`)

const dead = (...items: number[]) => items.map(i => `input.${i} prefix`)

/** Makes a case that edits a grown conversation. */
const edit = (
  title: string,
  change: (request: Request) => unknown,
  verdict: readonly string[] = [],
  request: Request = start(),
): BindingCase => ({
  title,
  play: provider => {
    const copy = structuredClone(grown(provider, request))
    change(copy)
    return pathsOf(provider, copy)
  },
  verdict,
})

const all = dead(2, 5, 8)
const png = (data: string) => user([{ type: 'input_image', image_url: `data:image/png;base64,${data}` }])

const edits: readonly BindingCase[] = [
  edit('items at the end change nothing', ({ input }) =>
    input.push(
      developer('Now briefly.'),
      { type: 'additional_tools', role: 'developer', tools: [tool('late')] },
      { type: 'configuration_update', reasoning: { effort: 'low' } },
      user('More.'),
    ),
  ),
  edit('another first message ends all reasoning', r => (r.input[1] = user('Hello')), all),
  edit('another developer message ends all reasoning', r => (r.input[0] = developer('Be kind.')), all),
  edit('a shortened message ends the reasoning behind it', r => (r.input[4] = user('Go')), dead(5, 8)),
  edit(
    'another answer text ends the reasoning behind it',
    r => (r.input[3]!.content[0].text = 'Fine.'),
    dead(5, 8),
  ),
  edit('a deleted item ends the reasoning behind it', r => r.input.splice(3, 1), dead(4, 7)),
  edit('reordered items end the reasoning', r => r.input.splice(0, 2, r.input[1]!, r.input[0]!), all),
  edit(
    'a text added to an earlier user turn ends the reasoning behind it',
    r =>
      (r.input[4] = user([
        { type: 'input_text', text: 'Go on.' },
        { type: 'input_text', text: 'Now.' },
      ])),
    dead(5, 8),
  ),
  edit(
    'a text taken from an earlier user turn ends the reasoning behind it',
    r => r.input[1]!.content.pop(),
    all,
    start({
      input: [
        developer('Be brief.'),
        user([
          { type: 'input_text', text: 'Hi' },
          { type: 'input_text', text: 'Note.' },
        ]),
      ],
    }),
  ),
  edit(
    'a filler that is not sent again ends the reasoning behind it',
    r => r.input.splice(0, 1),
    dead(1, 4, 7),
  ),
  edit(
    'a re-encoded image ends the reasoning behind it',
    r => (r.input[1] = png('aGVsbG8h')),
    all,
    start({ input: [developer('Be brief.'), png('aGVsbG8=')] }),
  ),
  edit('an added tool ends all reasoning', r => r.tools.push(tool('more')), all),
  edit('another order of tools ends all reasoning', r => r.tools.reverse(), all),
  edit(
    'another output format ends all reasoning',
    r => (r.text.format = { type: 'json_schema', name: 'x', schema: {} }),
    all,
  ),
  edit('another effort ends all reasoning', r => (r.reasoning.effort = 'low'), all),
  edit('instructions, limits and choices change nothing', r =>
    Object.assign(r, {
      instructions: 'Be kind.',
      max_output_tokens: 5,
      tool_choice: 'none',
      text: { ...r.text, verbosity: 'low' },
      reasoning: { ...r.reasoning, summary: 'auto' },
      metadata: { x: 'y' },
    }),
  ),
  edit(
    'an own summary in place of old items ends the reasoning behind it',
    r => r.input.splice(1, 4, user('Summary.')),
    dead(2, 5),
  ),
  edit('an own summary at the end changes nothing', r => r.input.push(developer('Summary.'))),
  edit('removed reasoning ends the reasoning behind it', r => r.input.splice(2, 1), dead(4, 7)),
  edit('the newest reasoning may go', r => r.input.splice(8, 1)),
  edit('all reasoning may go', r => (r.input = r.input.filter(({ type }) => type !== 'reasoning'))),
  edit('ids, states and annotations change nothing', r => {
    const { role, content } = r.input[3]!
    r.input[3] = { role, content: [{ type: 'output_text', text: content[0].text }] }
  }),
  edit('a string is one part', r => {
    r.input[1] = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }
    r.input[3] = { role: 'assistant', content: 'Done.' }
  }),
  edit(
    'cache marks change nothing',
    r =>
      (r.input[1] = user([
        { type: 'input_text', text: 'Hi', prompt_cache_breakpoint: { mode: 'explicit' } },
      ])),
  ),
  edit('the order of keys changes nothing', r => (r.input[1] = { content: 'Hi', role: 'user' })),
  edit('a null field is absent', r => (r.input[1] = { ...user('Hi'), phase: null })),
  edit('the phase of an answer counts', r => (r.input[3]!.phase = 'commentary'), dead(5, 8)),
  edit(
    'a model before 6.2 binds nothing',
    r => (r.input[0] = developer('Be kind.')),
    [],
    start({ model: 'gpt-6.1-sol' }),
  ),
  {
    title: 'an input that is a string is one user message',
    play: provider => {
      const { body } = provider.answer({ model: 'gpt-6.2-sol', input: 'Hi' })
      return pathsOf(provider, { model: 'gpt-6.2-sol', input: [user('Hi'), ...(body.output as Item[])] })
    },
    verdict: [],
  },
  {
    title: 'reasoning between calls is bound to the calls before it',
    play: provider => {
      const call = (call_id: string) => ({
        type: 'function_call',
        call_id,
        name: 'read',
        arguments: '{"a":1}',
      })
      const script = [
        { type: 'reasoning', summary: [] },
        call('a'),
        { type: 'reasoning', summary: [] },
        call('b'),
      ]
      const request = next(provider, start(), output('ok'), script)
      const other = structuredClone(request)
      other.input[3]!.arguments = '{"a": 1}'
      return [pathsOf(provider, request), pathsOf(provider, other)]
    },
    verdict: [[], dead(4)],
  },
]

const reports: readonly BindingCase[] = [
  {
    title: 'dropped items are reported by their own ids, without any header',
    play: provider => {
      const request = grown(provider)
      const ids = [5, 8].map(i => request.input[i]!.id)
      request.input[4] = user('Other.')
      const { status, body } = provider.answer(request)
      const told = body.input_transformations as Item[]
      return [status, told.map(({ id, ...rest }) => ({ at: ids.indexOf(id), ...rest }))]
    },
    verdict: [
      200,
      [0, 1].map(at => ({ at, type: 'reasoning', action: 'removed', reason: 'prefix_mismatch' })),
    ],
  },
  {
    title: 'a clean request reports nothing',
    play: provider => Object.keys(provider.answer(grown(provider)).body).includes('input_transformations'),
    verdict: false,
  },
  {
    title: 'damaged sealed content is refused',
    play: provider => {
      const request = grown(provider)
      request.input[2]!.encrypted_content = 'x'
      return provider.answer(request)
    },
    verdict: { status: 400, body: { error: expect.objectContaining({ code: 'invalid_encrypted_content' }) } },
  },
  {
    title: 'another organization and another end user lose the reasoning',
    play: (provider, sibling) =>
      [{ account: 'other' }, { endUser: 'other' }].map(it =>
        sibling(it)
          .judge(next(provider, start()))
          .dead.map(({ reason }) => reason),
      ),
    verdict: [['organization_mismatch'], ['end_user_mismatch']],
  },
  {
    title: 'another model loses the reasoning, down as well as across, and has it again on the way back',
    play: provider => {
      const request = next(provider, start())
      const models = ['gpt-6.1-sol', 'gpt-6.2-sol', 'gpt-6.2-astra-law', 'gpt-6.2-astra']
      return models.map(model => pathsOf(provider, { ...request, model }))
    },
    verdict: [['input.2 model'], ['input.2 model'], [], []],
  },
  {
    title: 'a held response is the beginning of the input',
    play: (provider, sibling) => {
      const first = start()
      const { body } = provider.answer(first)
      const held = [...first.input, ...(body.output as Item[])]
      const { tools, reasoning, text, model } = first
      const request = { model, tools, reasoning, text, previous_response_id: 'a', input: [user('Go on.')] }
      const holder = sibling({ held: id => (id === 'a' ? held : undefined) })
      return [
        pathsOf(holder, request),
        pathsOf(holder, { ...request, tools: [] }),
        provider.judge(request).refused,
      ]
    },
    verdict: [[], ['held.2 prefix'], 'previous_response_not_found'],
  },
]

const trigger = { type: 'compaction_trigger' }

const compactions: readonly BindingCase[] = [
  {
    title: 'what precedes a compaction item may go',
    play: provider => {
      const request = next(provider, next(provider, next(provider, start())), user('And?'), [
        { type: 'reasoning', summary: [] },
        { type: 'compaction' },
        { type: 'reasoning', summary: [] },
        { type: 'message', role: 'assistant', content: 'Done.' },
      ])
      const input = request.input.slice(request.input.findIndex(({ type }) => type === 'compaction'))
      return [pathsOf(provider, request), provider.judge({ ...request, input })]
    },
    verdict: [[], { alive: 1, dead: [], refused: null }],
  },
  {
    title: 'reasoning kept behind a compaction item stays valid, at the front and behind user messages',
    play: provider => {
      const request = grown(provider)
      const { body } = provider.answer({ ...request, input: [...request.input.slice(0, 5), trigger] })
      const tail = [...(body.output as Item[]), ...request.input.slice(5)]
      return [tail, [user('Hi'), user('Go on.'), ...tail]].map(input => provider.judge({ ...request, input }))
    },
    verdict: Array(2).fill({ alive: 2, dead: [], refused: null }),
  },
  {
    title: 'reasoning made behind a compaction item needs the item',
    play: provider => {
      const request = grown(provider)
      const { body } = provider.answer({ ...request, input: [...request.input, trigger] })
      const compacted = { ...request, input: [...(body.output as Item[]), user('And?')] }
      const { input } = next(provider, compacted)
      return [
        pathsOf(provider, { ...request, input }),
        pathsOf(provider, { ...request, input: [...request.input, ...input.slice(1)] }),
      ]
    },
    verdict: [[], dead(12)],
  },
  {
    title: 'other tools end the reasoning behind a compaction item too',
    play: provider => {
      const request = grown(provider)
      const { body } = provider.answer({ ...request, input: [...request.input, trigger] })
      const { input } = next(provider, { ...request, input: [...(body.output as Item[]), user('And?')] })
      return pathsOf(provider, { ...request, input, tools: [] })
    },
    verdict: dead(2),
  },
]

describe('Responses', () => {
  testCases('openai', [...edits, ...reports, ...compactions])

  test('answers alike, whoever asks', () => {
    expect(grown(bindingProvider('openai'))).toEqual(grown(bindingProvider('openai')))
  })
})
