// A value that is found late: earlier requests held it, and the plan goes on.
import { expect, test } from 'vitest'
import { redact } from '../../src/core/protect/index.ts'
import {
  agent,
  type Compiled,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  type Plan,
  type Session,
} from '../../src/index.ts'

const code = 'Meridian-Orchid-77'
const helper = agent({
  name: 'helper',
  protect: [redact({ fields: ['seat'] })],
  tools: [{ name: 'find', parameters: { type: 'object' } }],
})
const turn = (at: number, text = `Question ${at} `.repeat(20)): EventInput[] => [
  { author: 'user', text },
  { author: 'helper', text: `Answer ${at} `.repeat(20) },
]
const early = createSession({
  events: [...turn(0), ...turn(1, `I sit at ${code}.`), ...turn(2), { author: 'user', text: 'And?' }],
})
const found: EventInput[] = [
  { author: 'helper', parts: [{ kind: 'tool-call', id: 'c1', name: 'find', arguments: { seat: code } }] },
  { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'ok' }] }] },
]
const options = { model: 'gpt-5.4' } as const
const codes = ({ diagnostics }: Compiled) => diagnostics.map(one => one.code)
const kinds = (plan: Plan | null) => plan?.decisions.map(({ kind }) => kind)
const compiled = (session: Session, plan: Plan | null = null, more: object = {}): Promise<Compiled> =>
  compile(helper, session, { ...options, ...more, plan })

test('a find in what was sent is a recorded decision, once, and the plan is used', async () => {
  const first = await compiled(early)
  expect(JSON.stringify(first.request)).toContain(code)
  const second = await compiled(early.append(...found), first.plan)
  expect(JSON.stringify(second.request)).not.toContain(code)
  expect(codes(second)).not.toContain('CX5002')
  expect(codes(second)).toContain('CX5001')
  expect(second.diagnostics.find(one => one.code === 'CX5001')?.data).toMatchObject({
    decisions: [{ kind: 'redact' }],
  })
  expect(kinds(second.plan)).toEqual(['redact'])
  const third = await compiled(early.append(...found, ...turn(3)), second.plan)
  expect(codes(third)).not.toContain('CX5001')
  expect(kinds(third.plan)).toEqual(['redact'])
})

test('a find of what was not sent before is none', async () => {
  const start = createSession({ events: [...turn(0), { author: 'user', text: 'And?' }] })
  const first = await compiled(start)
  const second = await compiled(
    start.append({ author: 'user', text: `I sit at ${code}.` }, ...found),
    first.plan,
  )
  expect(JSON.stringify(second.request)).not.toContain(code)
  expect(codes(second)).not.toContain('CX5001')
})

test('the history goes on where a trim let it begin', async () => {
  const long = createSession({
    events: [
      ...Array.from({ length: 40 }, (_, at) => turn(at)).flat(),
      ...turn(40, `I sit at ${code}.`),
      { author: 'user', text: 'And?' },
    ],
  })
  const budget = { budget: { input: 3_000 } }
  const first = await compiled(long, null, budget)
  expect(kinds(first.plan)).toEqual(['trim'])
  const second = await compiled(long.append(...found), first.plan, budget)
  expect(kinds(second.plan)).toEqual(['redact', 'trim'])
  const [before, after] = [first, second].map(({ plan }) =>
    plan?.decisions.find(({ kind }) => kind === 'trim'),
  )
  expect(after).toEqual(before)
})

test('a compiler that goes on decides what another one decides', async () => {
  const compiler = createCompiler(helper, options)
  const first = await compiler.compile(early)
  const second = await compiler.compile(early.append(...found), { plan: first.plan })
  const cold = await compiled(early.append(...found), first.plan)
  expect(second.plan).toEqual(cold.plan)
  expect(second.request).toEqual(cold.request)
  // An older version of the session has no find.
  expect(kinds((await compiler.compile(early)).plan)).toEqual([])
})

/** An answer with signed thinking, as Anthropic gives it. */
const thoughtful = (signature: string, text: string): EventInput => ({
  author: 'helper',
  parts: [
    {
      kind: 'reasoning',
      text: 'Hm.',
      native: { format: 'anthropic', payload: { type: 'thinking', thinking: 'Hm.', signature } },
    },
    { kind: 'text', text },
  ],
})
const claude = { model: 'claude-fable-5-1' }
const signatures = ({ request }: Compiled) => JSON.stringify(request).match(/c2ln[A-Z]/g)

test('without a plan, thinking after words that a late find changed goes as it does with one', async () => {
  const start = createSession({
    events: [
      { author: 'user', text: 'Hi' },
      thoughtful('c2lnA', 'Yes?'),
      { author: 'user', text: `I sit at ${code}.` },
      thoughtful('c2lnB', 'Good.'),
      { author: 'user', text: 'And?' },
    ],
  })
  const first = await compiled(start, null, claude)
  expect(signatures(first)).toEqual(['c2lnA', 'c2lnB'])
  const late = start.append(...found)
  const second = await compiled(late, first.plan, claude)
  expect(signatures(second)).toBeNull()
  const cold = await compiled(late, null, claude)
  expect(cold.request).toEqual(second.request)
  expect(cold.plan?.reasoning).toBeGreaterThan(0)
  // Thoughts after the find were made from the placeholder, so they stay.
  const more = late.append(thoughtful('c2lnC', 'There.'), { author: 'user', text: 'Go on.' })
  const third = await compiled(more, second.plan, claude)
  expect(signatures(third)).toEqual(['c2lnC'])
  expect((await compiled(more, null, claude)).request).toEqual(third.request)
})

test('without a plan, thinking stays if no request held the words that a find changed', async () => {
  const session = createSession({
    events: [
      { author: 'user', text: 'Hi' },
      thoughtful('c2lnA', 'Yes?'),
      { author: 'user', text: `I sit at ${code}.` },
      { author: 'user', parts: [{ kind: 'data', value: { seat: code } }] },
    ],
  })
  expect(signatures(await compiled(session, null, claude))).toEqual(['c2lnA'])
})
