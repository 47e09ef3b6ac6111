import { compile, createSession, type Plan } from 'ctxc'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fakeProvider } from 'ctxc/testing'
import { describe, expect, test } from 'vitest'

const passing = { role: 'system', content: 'Answer in French.', clear_at: 'next_user_message' }
const asked = [{ role: 'user', content: 'a' }]
const later = [
  { role: 'assistant', content: 'x' },
  { role: 'user', content: 'b' },
]
const tool = { name: 'ls', input_schema: { type: 'object', properties: {} } }
const results = [
  { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'ls', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'r' }] },
]
const low = { role: 'system', content: [], output_config: { effort: 'low' } }

const run = async (
  messages: readonly object[],
  model: string,
  fields: object = {},
  target: 'anthropic' | 'openai' | undefined = undefined,
) => {
  const given = fromAnthropic({ messages: messages as never, max_tokens: 1_000, tools: [tool], ...fields })
  const result = await compile(given, { model, ...(target && { target }), budget: 8_000 })
  const warned = result.diagnostics.filter(({ level }) => level !== 'info')
  return {
    ...result,
    told: warned.map(({ code, data }) => [code, data.type ?? '', data.why ?? ''].join(' ')),
  }
}
const messagesOf = ({ request }: { request: unknown }) =>
  (request as { messages: { role: string; content: unknown }[] }).messages
const sentTo = (request: unknown) => JSON.stringify(request)

describe('a system text for one turn', () => {
  test.each(['claude-opus-5', 'claude-opus-5-5', 'claude-fable-5-2', 'claude-opus-4-8'])(
    'goes back to %s as it came, in its place, also when its turn is over',
    async model => {
      for (const messages of [
        [...asked, passing],
        [...asked, passing, ...later],
        [...asked, passing, ...results],
      ]) {
        const { request, told } = await run(messages, model)
        expect(messagesOf({ request })[1]).toEqual({
          role: 'system',
          content: [{ type: 'text', text: 'Answer in French.' }],
          clear_at: 'next_user_message',
        })
        expect(told).toEqual([])
        expect(fakeProvider('anthropic').violations(request)).toEqual([])
      }
    },
  )

  test.each([
    ['claude-sonnet-5', undefined],
    ['gpt-5.4', undefined],
    ['gpt-6.2-sol', 'openai'],
    ['gemini-3.8-flash', undefined],
  ] as const)(
    'is sent to %s during its turn, and dropped with a warning afterwards',
    async (model, target) => {
      const during = await run([...asked, passing], model, {}, target)
      expect(sentTo(during.request)).toContain('Answer in French.')
      for (const rest of [later, results]) {
        const after = await run([...asked, passing, ...rest], model, {}, target)
        expect(after.ok).toBe(true)
        expect(sentTo(after.request)).not.toContain('French')
        expect(after.told).toEqual(['CX7008 clear_at turn over'])
      }
    },
  )

  test('is not sent for ever where Claude takes no system text', async () => {
    const late = [...asked, ...later.slice(0, 1), passing, { role: 'user', content: 'b' }]
    const { request, told } = await run(late, 'claude-opus-5')
    expect(sentTo(request)).not.toContain('French')
    expect(told).toEqual(['CX7008 clear_at turn over'])
  })

  test('takes along the reasoning that followed it, where a model binds it', async () => {
    const model = 'gpt-6.2-sol'
    const agent = { name: 'a', identity: false, model } as const
    const { agent: program } = fromAnthropic({ messages: asked as never, max_tokens: 9 })
    const first = createSession({
      events: [
        { author: 'user', text: 'a' },
        {
          author: 'developer',
          parts: [{ kind: 'text', text: 'Answer in French.' }],
          extra: { format: 'anthropic', fields: { clear_at: 'next_user_message' } },
        },
      ],
    })
    const options = { model, target: 'openai' } as const
    const one = await compile({ ...program, ...agent }, first, options)
    expect(sentTo(one.request)).toContain('French')
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'E' }
    const second = first.append(
      {
        author: 'a',
        response: 'r1',
        parts: [
          { kind: 'reasoning', text: '', native: { format: 'openai', payload: item }, model },
          { kind: 'text', text: 'oui' },
        ],
      },
      { author: 'user', text: 'b' },
    )
    for (const plan of [one.plan, null] as (Plan | null)[]) {
      const two = await compile({ ...program, ...agent }, second, { ...options, plan })
      expect(sentTo(two.request)).not.toContain('rs_1')
      expect(two.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['CX7007', 'CX7008']))
      const third = second.append(
        {
          author: 'a',
          response: 'r2',
          parts: [
            {
              kind: 'reasoning',
              text: '',
              native: { format: 'openai', payload: { ...item, id: 'rs_2' } },
              model,
            },
            { kind: 'text', text: 'yes' },
          ],
        },
        { author: 'user', text: 'c' },
      )
      const three = await compile({ ...program, ...agent }, third, { ...options, plan: two.plan })
      expect(sentTo(three.request)).toContain('rs_2')
    }
  })
})

describe('an effort of a system message', () => {
  test.each([
    ['alone', low],
    ['with text', { role: 'system', content: 'S', output_config: { effort: 'low' } }],
  ])('%s goes back as it came', async (_, entry) => {
    const { request, told } = await run([...asked, entry, ...later], 'claude-opus-5-5')
    const content = typeof entry.content === 'string' ? [{ type: 'text', text: 'S' }] : []
    expect(messagesOf({ request })[1]).toEqual({ ...entry, content })
    expect(told).toEqual([])
    expect(fakeProvider('anthropic').violations(request)).toEqual([])
  })

  test.each([
    ['first', [low, ...asked]],
    ['last', [...asked, low]],
    ['before the user', [...asked, ...later.slice(0, 1), low, { role: 'user', content: 'b' }]],
    ['beside a text for one turn', [...asked, passing, low, ...later]],
    ['after an answer at the end', [...asked, ...later.slice(0, 1), low]],
  ])('alone is legal %s', async (_, messages) => {
    const { request, ok } = await run(messages, 'claude-opus-5')
    expect(ok).toBe(true)
    expect(messagesOf({ request })).toContainEqual(low)
    expect(sentTo(request)).not.toContain('<context')
    expect(fakeProvider('anthropic').violations(request)).toEqual([])
  })

  test('keeps its place when its text is fenced', async () => {
    const entry = { role: 'system', content: 'S', output_config: { effort: 'low' } }
    const { request } = await run(
      [...asked, ...later.slice(0, 1), entry, { role: 'user', content: 'b' }],
      'claude-opus-5',
    )
    expect(messagesOf({ request })[2]).toEqual(low)
    expect(messagesOf({ request })[3]).toMatchObject({ role: 'user' })
  })

  test.each(['claude-sonnet-5', 'gpt-5.4', 'gemini-3.8-flash'])(
    'is dropped for %s with a warning, and never sent as text',
    async model => {
      const { request, told } = await run([...asked, low, ...later], model)
      expect(sentTo(request)).not.toContain('low')
      expect(told).toEqual([expect.stringMatching(/^CX7008 output_config/)])
    },
  )
})

describe('a change of the tools in a system message', () => {
  const change = (type: string, tool: object) => ({ role: 'system', content: [{ type, tool }] })
  const reference = (name: string) => ({ type: 'tool_reference', name })
  const defined = { type: 'tool_definition', definition: { name: 'late', input_schema: { type: 'object' } } }
  const added = change('tool_addition', defined)

  test('by value needs no declared tool, and a later change may name it', async () => {
    const removed = change('tool_removal', reference('late'))
    const { request, told } = await run([...asked, added, ...later, removed, ...later], 'claude-opus-5')
    expect(messagesOf({ request })[1]).toEqual(added)
    expect(messagesOf({ request })[4]).toEqual(removed)
    expect(told).toEqual([])
    expect(fakeProvider('anthropic').violations(request)).toEqual([])
  })

  test('may name a tool that a compaction took over', async () => {
    const block = {
      type: 'compaction',
      content: 'S',
      signature: 'SIG',
      tool_changes: [{ type: 'tool_addition', tool: defined }],
    }
    const removed = change('tool_removal', reference('late'))
    const messages = [{ role: 'assistant', content: [block] }, { role: 'user', content: 'a' }, removed]
    const { request, told } = await run(messages, 'claude-opus-5')
    expect(messagesOf({ request })).toContainEqual(removed)
    expect(told).toEqual([])
  })

  test.each(['tool_addition', 'tool_removal'])(
    '%s of an unknown tool is dropped with a warning',
    async type => {
      const { request, told } = await run(
        [...asked, change(type, reference('ghost')), ...later],
        'claude-opus-5',
      )
      expect(sentTo(request)).not.toContain('ghost')
      expect(told).toEqual([`CX7008 ${type} undeclared tool`])
    },
  )

  test.each([
    ['claude-sonnet-5', 'unknown to the model'],
    ['gpt-5.4', 'no equivalent'],
    ['gemini-3.8-flash', 'no equivalent'],
  ])('is no text for %s, and the warning says that the tool can still be called', async (model, why) => {
    const { request, told, diagnostics } = await run(
      [...asked, change('tool_removal', reference('ls'))],
      model,
    )
    expect(sentTo(request)).not.toContain('tool_removal')
    expect(told).toEqual([`CX7008 tool_removal ${why}`])
    expect(diagnostics.find(({ code }) => code === 'CX7008')?.help).toContain('can still call it')
  })

  test('in a place where Claude takes no system text moves behind the next message of the user', async () => {
    const late = [
      ...asked,
      ...later.slice(0, 1),
      change('tool_removal', reference('ls')),
      { role: 'user', content: 'b' },
    ]
    const { request, told } = await run(late, 'claude-opus-5')
    expect(messagesOf({ request }).at(-1)).toEqual(change('tool_removal', reference('ls')))
    expect(told).toEqual([])
  })

  test('may follow a result of a tool of the server', async () => {
    const searched = {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      ],
    }
    const entry = { role: 'system', content: 'S' }
    const { request, told } = await run([...asked, searched, entry], 'claude-opus-5', {
      tools: [tool, { type: 'web_search_20250305', name: 'web_search' }],
    })
    expect(messagesOf({ request }).at(-1)).toMatchObject({ role: 'system' })
    expect(told).toEqual([])
  })
})
