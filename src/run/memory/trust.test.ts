// Roles in chunks: a role that the format does not have never makes a chunk an instruction.
import { expect, test } from 'vitest'
import { agent, compile, createSession, pipeline } from '../../index.ts'
import {
  type ChunkInput,
  type ContextBuildResult,
  createContextBuilder,
  createState,
  fromMemory,
  type IChunkRenderer,
} from './index.ts'

const build = (chunks: readonly ChunkInput[], ...renderers: IChunkRenderer[]): ContextBuildResult => {
  const builder = createContextBuilder()
  for (const renderer of renderers) builder.registerRenderer(renderer)
  return builder.build(createState(chunks), { maxTokens: 20_000, systemPrompt: 'SYS' })
}
const systemOf = ({ messages }: ContextBuildResult): string[] =>
  messages.filter(({ role }) => role === 'system').map(({ content }) => content)

const roles = [
  'human',
  'User',
  'tool',
  'model',
  'ai',
  'customer',
  'system',
  'developer',
  '',
  ' user',
  7,
  null,
  {},
  [],
]

test.each(roles)('sends words of the unknown role %j as the user, with a diagnostic (A2)', async role => {
  for (const type of ['AGENT', 'WORKFLOW'] as const) {
    const state = createState([{ id: 'c', type, content: { type: 'TEXT', role, text: 'OBEY' } }])
    const built = build([...state.chunks.values()])
    expect(systemOf(built)).toEqual(['SYS'])
    expect(built.messages[1]).toMatchObject({ role: 'user', content: expect.stringContaining('OBEY') })
    expect(built.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'CX3019', level: 'warn', at: ['e:0'] }),
    )
    const { request, diagnostics } = await compile(fromMemory(state), { target: 'openai', model: 'gpt-5.4' })
    expect(request?.instructions).toBeUndefined()
    expect(diagnostics.map(({ code }) => code)).toContain('CX3019')
  }
})

test('sends a WORKFLOW chunk with role user as the user (A2)', () => {
  const content = { type: 'TEXT', role: 'user', text: 'OBEY' } as const
  const built = build([
    { id: 'a', type: 'WORKFLOW', content },
    { id: 'b', type: 'WORKFLOW', content: { ...content, action: 'step' } },
    { id: 'c', type: 'WORKFLOW', content: { type: 'TEXT', role: 'assistant', text: 'done' } },
  ])
  expect(systemOf(built)).toEqual(['SYS'])
  expect(built.messages.slice(1, 3).map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(built.diagnostics.map(({ code }) => code)).not.toContain('CX3019')
})

const subTypes = [undefined, 'USER', 'THINKING', 'RESPONSE', 'AGENT_ACTION', 'ACTION_RESPONSE'] as const

test.each(subTypes)('keeps the words of a chunk with a %s child, which inherits its role (A6)', subType => {
  const child = { id: 'k', ...(subType && { subType }), content: { type: 'TEXT', text: 'OBEY' } } as const
  for (const role of ['user', 'assistant', undefined]) {
    const content = { type: 'TEXT', ...(role && { role }), text: 'MY QUESTION' } as const
    const built = build([{ id: 'c', type: 'AGENT', content, children: [child] }])
    const all = built.messages.map(({ content }) => content).join()
    expect(all).toContain('MY QUESTION')
    expect(systemOf(built).join()).not.toContain('OBEY')
    const said = built.messages.filter(({ content }) => content.includes('OBEY'))
    const isUserSide = role !== 'assistant' || subType === 'USER' || subType === 'ACTION_RESPONSE'
    expect(said.map(one => one.role)).toEqual([isUserSide ? 'user' : 'assistant'])
    expect(built.includedChunkIds).toEqual(['c', 'k'])
  }
})

test('a child cannot claim more than its chunk (A6)', () => {
  const childOf = (role: string) =>
    ({ id: `k-${role}`, content: { type: 'TEXT', role, text: `child ${role}` } }) as const
  const built = build([
    {
      id: 'c',
      type: 'AGENT',
      content: { type: 'TEXT', role: 'user', text: 'q' },
      children: [childOf('assistant'), childOf('system'), childOf('human')],
    },
  ])
  expect(systemOf(built)).toEqual(['SYS'])
  expect(built.messages.slice(1).map(({ role }) => role)).toEqual(['user'])
})

test.each(['DELEGATION', 'ENVIRONMENT', 'WORKING_FLOW', 'OUTPUT', 'WORKFLOW'] as const)(
  'a %s chunk with children keeps its own words, and each is kept or dropped by itself (A6)',
  type => {
    const built = build([
      {
        id: 'c',
        type,
        content: { type: 'TEXT', text: 'OWN WORDS', role: 'assistant' },
        children: [{ id: 'k', content: { type: 'TEXT', text: 'CHILD' } }],
      },
      { id: 'u', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'go' } },
    ])
    const all = built.messages.map(({ content }) => content).join()
    expect(all.indexOf('OWN WORDS')).toBeGreaterThan(0)
    expect(all.indexOf('CHILD')).toBeGreaterThan(all.indexOf('OWN WORDS'))
    expect(built.includedChunkIds).toEqual(['c', 'k', 'u'])
  },
)

test('a chunk whose own words were trimmed is excluded, its child that was kept is not (A6)', () => {
  const { messages, includedChunkIds, excludedChunkIds } = createContextBuilder().build(
    createState([
      {
        id: 'c',
        type: 'WORKING_FLOW',
        content: { type: 'TEXT', text: 'long '.repeat(400) },
        children: [{ id: 'k', content: { type: 'TEXT', text: 'CHILD' } }],
      },
      { id: 'u', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'go' } },
    ]),
    { maxTokens: 200 },
  )
  expect(messages.map(({ content }) => content).join()).toContain('CHILD')
  expect([includedChunkIds, excludedChunkIds]).toEqual([['k', 'u'], ['c']])
})

const throws = (): never => {
  throw new Error('boom')
}
const renderer = (parts: object): IChunkRenderer =>
  ({ canRender: () => true, getRole: () => 'assistant', render: () => 'own', ...parts }) as IChunkRenderer

test.each([
  ['canRender throws', { canRender: throws }],
  ['getRole throws', { getRole: throws }],
  ['render throws', { render: throws }],
])('a renderer that fails is named, and the chunk is rendered by its type: %s (F, S3)', async (_, parts) => {
  const chunks: ChunkInput[] = [
    {
      id: 'c',
      type: 'AGENT',
      content: { type: 'TEXT', role: 'user', text: 'Hello' },
      children: [{ id: 'k', content: { type: 'TEXT', text: 'more' } }],
    },
  ]
  const built = build(chunks, renderer(parts))
  expect(built.messages[1]?.content).toContain('<user_message id="c" role="user">\nHello')
  const said = built.diagnostics.filter(({ code }) => code === 'CX3020')
  expect(said).toHaveLength(1)
  expect(said[0]?.message).toContain("'c'")
  expect(said[0]?.data.count).toBe(1)
  const program = fromMemory(createState(chunks), { renderers: [renderer(parts)] })
  expect((await compile(program, { model: 'gpt-5.4' })).diagnostics.map(({ code }) => code)).toContain(
    'CX3020',
  )
})

test.each(['user', 'assistant', 'human', null])(
  'sends a child of a SYSTEM chunk with role %j as no part of the instruction (A6)',
  role => {
    const built = build([
      {
        id: 'c',
        type: 'SYSTEM',
        content: { type: 'TEXT', text: 'RULE' },
        children: [{ id: 'd', content: { type: 'TEXT', role, text: 'OBEY' } }],
      } as ChunkInput,
    ])
    expect(systemOf(built).join()).not.toContain('OBEY')
    expect(JSON.stringify(built.messages)).toContain('OBEY')
  },
)

test('a memory with an author is read as the history of a pipeline (F10)', async () => {
  const memory: ChunkInput[] = [
    { id: 's', type: 'SYSTEM', content: { type: 'TEXT', text: 'RULE: be kind.' } },
    { id: 'u', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Fix it.' } },
    {
      id: 'call',
      type: 'WORKFLOW',
      content: { type: 'TEXT', action: 'tool_call', toolName: 'read', callId: 'c1', arguments: {} },
    },
    {
      id: 'result',
      type: 'ENVIRONMENT',
      content: { type: 'TEXT', source: 'tool', toolName: 'read', callId: 'c1', text: 'let x' },
    },
    { id: 'a', type: 'AGENT', content: { type: 'TEXT', role: 'assistant', text: 'I fixed it.' } },
    { id: 'v', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Well?' } },
  ]
  const program = fromMemory(createState(memory), { author: 'fixer' })
  const app = pipeline(
    agent({ name: 'fixer', instruction: 'Fix.' }),
    agent({ name: 'reviewer', instruction: 'Review.' }),
  )
  for (const target of ['openai', 'anthropic'] as const) {
    const options = { target, agent: 'fixer' } as const
    const fixer = await compile(app, program.session, options)
    const said = JSON.stringify(fixer.request)
    expect(fixer.ok).toBe(true)
    expect(said).toContain('RULE: be kind.')
    expect(said).not.toContain('context from=\\"assistant\\"')
    expect(said).toMatch(/function_call|tool_use/)
    const reviewer = JSON.stringify(
      (await compile(app, program.session, { target, agent: 'reviewer' })).request,
    )
    expect(reviewer).toContain('RULE: be kind.')
    expect(reviewer).toContain('from=\\"fixer\\"')
  }
  // The program contains all content, even if it is compiled alone.
  const alone = await compile(program, { target: 'anthropic' })
  expect([program.agent.name, alone.ok]).toEqual(['fixer', true])
  expect(JSON.stringify(alone.request)).toContain('RULE: be kind.')
  // The rule is critical, so it remains when the history is trimmed.
  const long = program.session.append(
    ...Array.from({ length: 60 }, (_, at) => ({
      author: at % 2 ? 'user' : 'fixer',
      text: 'word '.repeat(40),
    })),
  )
  const trimmed = await compile(app, long, { target: 'openai', agent: 'fixer', budget: 1_000 })
  expect([trimmed.ok, JSON.stringify(trimmed.request).includes('RULE: be kind.')]).toEqual([true, true])
  expect(() => fromMemory(createState(memory), { author: 'user' })).toThrow(TypeError)
  expect(createSession().length).toBe(0)
})

test('the first example of the specification returns messages for a long conversation (F7)', () => {
  const state = createState(
    Array.from(
      { length: 100 },
      (_, at): ChunkInput => ({
        id: `c${at}`,
        type: 'AGENT',
        content: {
          type: 'TEXT',
          role: at % 2 ? 'assistant' : 'user',
          text: 'Some words of a turn. '.repeat(40),
        },
      }),
    ),
  )
  const built = createContextBuilder().build(state, {
    maxTokens: 8_000,
    systemPrompt: 'You are a helpful assistant.',
  })
  expect([built.ok, built.diagnostics.some(({ level }) => level === 'error')]).toEqual([true, false])
  expect(built.messages.length).toBeGreaterThan(10)
  expect(built.includedChunkIds.at(-1)).toBe('c99')
  expect(built.excludedChunkIds.length).toBeGreaterThan(10)
  // A thread with only calls has no critical chunks by default either.
  const calls = Array.from({ length: 100 }, (_, at): ChunkInput[] => [
    {
      id: `k${at}`,
      type: 'WORKFLOW',
      content: { type: 'TEXT', action: 'tool_call', toolName: 'f', callId: `${at}` },
    },
    {
      id: `r${at}`,
      type: 'ENVIRONMENT',
      content: { type: 'TEXT', source: 'tool', toolName: 'f', callId: `${at}`, text: 'x '.repeat(400) },
    },
  ]).flat()
  expect(createContextBuilder().build(createState(calls), { maxTokens: 8_000 }).ok).toBe(true)
})
