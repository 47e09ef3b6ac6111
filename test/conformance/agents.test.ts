// Cases of the Agent Development Kits that need agents, by the numbers of reference/adk-semantics.md section 11.
import {
  agent,
  type CompileOptions,
  compile,
  createSession,
  type EventInput,
  type Member,
  parallel,
} from 'ctxc'
import { describe, expect, test } from 'vitest'

const models = ['gpt-5.4', 'claude-sonnet-5', 'gemini-3.8-flash'] as const
const user = (text: string): EventInput => ({ author: 'user', text })

/** Returns the request of each provider as text. */
async function sent(
  program: Member,
  events: readonly EventInput[],
  options: CompileOptions = {},
  state = {},
) {
  const session = createSession({ events, state })
  return Promise.all(
    models.map(async model => {
      const result = await compile(program, session, { ...options, model })
      expect(result.ok, JSON.stringify(result.diagnostics)).toBe(true)
      return { text: JSON.stringify(result.request), result }
    }),
  )
}

const child = agent({ name: 'child', includeContents: 'none' })
const tree = agent({ name: 'root', subAgents: [child, agent({ name: 'other' })] })
const handOver = (id: string, to: string): EventInput[] => [
  {
    author: 'root',
    parts: [{ kind: 'tool-call', id, name: 'transfer_to_agent', arguments: { agent_name: to } }],
  },
  { author: 'tool', parts: [{ kind: 'tool-result', id, name: 'transfer_to_agent', content: [] }] },
]

describe('ADK conformance: agents', () => {
  test('case 6: a thought of another agent is never shown', async () => {
    const thought = { kind: 'reasoning', text: 'secret plan' } as const
    const events = [user('hi'), { author: 'root', parts: [thought, { kind: 'text', text: 'said' } as const] }]
    for (const { text } of await sent(tree, events, { agent: 'other' })) {
      expect(text).not.toContain('secret plan')
      expect(text).toContain('said')
    }
  })

  test("case 7: after a transfer, an agent that sees the current turn sees the user's question", async () => {
    const events = [user('please do X'), ...handOver('c1', 'child')]
    for (const { text } of await sent(tree, events)) {
      expect(text).toContain('please do X')
      expect(text).not.toContain('c1')
    }
  })

  test('case 8: a sub-agent does not inherit a key', async () => {
    const told = agent({ name: 'a', instruction: 'Say {constructor} and {toString}.' })
    for (const { text, result } of await sent(told, [user('hi')])) {
      expect(text).toContain('Say {constructor} and {toString}.')
      expect(result.diagnostics.map(({ code }) => code)).toContain('CX2001')
    }
  })

  test('cases 9 to 12: templates handle braces, missing values, values with braces, null', async () => {
    const instruction = '{{x}} ${y} {"a": 1} {{ CREATED_AT }} {gone?}|{gone}|{lost}|{braces}|{nothing}.'
    const told = agent({ name: 'a', identity: false, instruction })
    const state = { braces: 'a {secret} b', nothing: null, secret: 'no' }
    for (const { text, result } of await sent(told, [user('hi')], {}, state)) {
      const expected = '{x} ${y} {"a": 1} { CREATED_AT } |{gone}|{lost}|a {secret} b|.'
      expect(text).toContain(JSON.stringify(expected).slice(1, -1))
      const [missing] = result.diagnostics.filter(({ code }) => code === 'CX2001')
      expect(missing?.data.names).toEqual(['gone', 'lost'])
    }
  })

  test('case 18: branches are compared step by step', async () => {
    const members = [agent({ name: 'agent_1' }), agent({ name: 'agent_10' })]
    const program: Member = parallel(...members)
    const events = [
      user('hi'),
      { author: 'agent_10', branch: 'agent_10', text: 'from ten' },
      { author: 'agent_1', branch: 'agent_1', text: 'from one' },
      user('more'),
    ]
    for (const { text, result } of await sent(program, events, { agent: 'agent_1' })) {
      expect(text).toContain('from one')
      expect(text).not.toContain('from ten')
      expect(result.ledger.rows.map(({ reason }) => reason)).toContain('other-branch')
    }
  })

  test('case 20: a temp: key reaches the next agent, and is gone in the next invocation', async () => {
    const told: Member = {
      kind: 'pipeline',
      members: [
        agent({ name: 'a', outputKey: 'temp:o' }),
        agent({ name: 'b', identity: false, instruction: '{temp:o|none}' }),
      ],
    }
    const events: EventInput[] = [
      user('hi'),
      { author: 'a', text: 'found', actions: { state: { set: { 'temp:o': 'found' } } } },
    ]
    for (const { text } of await sent(told, events)) expect(text).toContain('found')
    for (const { text } of await sent(told, [...events, user('again')], { agent: 'b' }))
      expect(text).toContain('"none"')
  })

  test('case 21: a rewind to the beginning leaves the initial state', async () => {
    const told = agent({ name: 'a', identity: false, instruction: '{begun} {later|gone}' })
    const events = [
      user('hi'),
      { author: 'a', text: 'x', actions: { state: { set: { begun: 'changed', later: 'set' } } } },
      { author: 'developer', actions: { rewind: { to: 1 } } },
    ]
    for (const { text } of await sent(told, events, {}, { begun: 'at first' }))
      expect(text).toContain('at first gone')
  })

  test('case 22: a changed value leaves the text before it unchanged', async () => {
    const told = agent({
      name: 'a',
      staticInstruction: 'Always the same.',
      instruction: 'Now: {now}',
      tools: [{ name: 'f' }],
    })
    const begin = async (now: string) =>
      (await sent(told, [user('hi')], {}, { now })).map(({ result }) =>
        result.prefix.map(({ text }) => text).join('\n'),
      )
    const [one, two] = [await begin('first'), await begin('second')]
    for (const [index, words] of one.entries()) {
      const parted = [...words].findIndex((sign, at) => two[index]?.[at] !== sign)
      const same = words.slice(0, parted)
      expect(same).toContain('Always the same.')
      expect(same).toContain('Now: ')
      // Gemini caches words before tools.
      if (index < 2) expect(same).toContain('"f"')
    }
  })

  test('case 23: a placeholder accepts a key in any script', async () => {
    const told = agent({ name: 'a', instruction: 'Hi {naïve} {名前}.' })
    for (const { text } of await sent(told, [user('hi')], {}, { naïve: 'A', 名前: 'B' }))
      expect(text).toContain('Hi A B.')
  })
})
