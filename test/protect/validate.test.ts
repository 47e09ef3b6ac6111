import { expect, test } from 'vitest'
import { z } from 'zod'
import { redact, type ValidationOptions, validate } from '../../src/core/protect/index.ts'
import {
  agent,
  C,
  type CompileOptions,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  parallel,
} from '../../src/index.ts'

const asked: EventInput = { author: 'user', text: 'Is my order there?' }
const call = (id: string, name: string, content: object, isError = false): EventInput[] => [
  { author: 'clerk', parts: [{ kind: 'tool-call', id, name, arguments: {} }] },
  {
    author: 'tool',
    parts: [{ kind: 'tool-result', id, content: [content as never], ...(isError && { isError }) }],
  },
]
const found = async (
  options: ValidationOptions,
  { state = {}, events = [asked] }: { readonly state?: object; readonly events?: readonly EventInput[] } = {},
  more: Partial<CompileOptions> = {},
) => {
  const session = createSession({ state: state as never, events })
  const { ok, request, diagnostics } = await compile(
    agent({ name: 'clerk', protect: [validate(options)] }),
    session,
    { model: 'gpt-5.4', ...more },
  )
  expect(ok).toBe(request !== null)
  return { ok, diagnostics, codes: diagnostics.map(({ code }) => code) }
}

test('keys without a value, and those that hold nothing, are named', async () => {
  const required = ['customer', 'order', 'plan', 'list', 'gone', 'zero', 'no']
  const state = { customer: 'Anna', order: ' ', plan: {}, list: [], gone: null, zero: 0, no: false }
  const { ok, codes, diagnostics } = await found({ required }, { state })
  expect(ok).toBe(true)
  expect(codes).toEqual(['CX6018'])
  expect(diagnostics[0]?.data).toMatchObject({ keys: ['order', 'plan', 'list', 'gone'] })
  expect(diagnostics[0]?.at).toEqual(['s:order', 's:plan', 's:list', 's:gone'])
  // A key of the prototype is none of the state's.
  expect((await found({ required: ['toString'] })).codes).toEqual(['CX6018'])
})

test('a value of the state that does not fit its schema is named with what is wrong; a missing one is not', async () => {
  const state = { order: { id: 'seven' } }
  const schemas = { order: z.object({ id: z.number() }), customer: z.string() }
  const { codes, diagnostics } = await found({ state: schemas }, { state })
  expect(codes).toEqual(['CX6019'])
  expect(diagnostics[0]?.message).toContain("'order' of the state (id: ")
  expect((await found({ state: schemas }, { state: { order: { id: 7 } } })).codes).toEqual([])
})

test('JSON Schemas are held too', async () => {
  const order = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }
  const { diagnostics } = await found({ state: { order } }, { state: { order: { id: 'seven' } } })
  expect(diagnostics.map(({ code }) => code)).toEqual(['CX6019'])
  expect((await found({ state: { order } }, { state: { order: { id: 7 } } })).codes).toEqual([])
})

test('results are checked by the tool of their call, as values or as JSON text; errors are not', async () => {
  const results = { price: z.object({ euros: z.number() }) }
  const events = [
    asked,
    ...call('1', 'price', { kind: 'text', text: '{"euros": 2}' }),
    ...call('2', 'price', { kind: 'data', value: { euros: '2' } }),
    ...call('3', 'price', { kind: 'text', text: 'no such thing' }),
    ...call('4', 'price', { kind: 'text', text: 'down' }, true),
    ...call('5', 'other', { kind: 'text', text: 'anything' }),
  ]
  const { diagnostics } = await found({ results }, { events })
  expect(diagnostics.find(({ code }) => code === 'CX6019')?.at).toEqual(['e:6.0'])
  const value = await found({ results }, { events: events.slice(0, 5) })
  expect(value.diagnostics.find(({ code }) => code === 'CX6019')?.at).toEqual(['e:4.0'])
  // A later result makes an earlier one good.
  const good = await found(
    { results },
    { events: [...events.slice(0, 5), ...call('6', 'price', { kind: 'data', value: { euros: 1 } })] },
  )
  expect(good.codes).not.toContain('CX6019')
})

test('answers of an agent are checked, and what it says beside a call is not', async () => {
  const answers = { clerk: z.object({ done: z.boolean() }) }
  const events: EventInput[] = [
    asked,
    {
      author: 'clerk',
      parts: [
        { kind: 'text', text: 'I look.' },
        { kind: 'tool-call', id: '1', name: 'find', arguments: {} },
      ],
    },
    { author: 'tool', parts: [{ kind: 'tool-result', id: '1', content: [{ kind: 'text', text: 'ok' }] }] },
    { author: 'clerk', text: '{"done": true}' },
    asked,
    { author: 'clerk', text: 'Done!' },
    { author: 'user', text: 'Thanks' },
  ]
  const { diagnostics } = await found({ answers }, { events })
  expect(diagnostics.filter(({ code }) => code === 'CX6019').map(({ at }) => at)).toEqual([['e:5']])
})

test('a rewound result is not reported, and a compiler that goes on looks at each event once', async () => {
  let looks = 0
  const schema = z.custom(value => {
    looks++
    return value === 1
  })
  const compiler = createCompiler(
    agent({ name: 'clerk', protect: [validate({ results: { price: schema } })] }),
    {
      model: 'gpt-5.4',
    },
  )
  let session = createSession({ events: [asked, ...call('1', 'price', { kind: 'data', value: 2 })] })
  const codes = async () => (await compiler.compile(session)).diagnostics.map(({ code }) => code)
  expect(await codes()).toContain('CX6019')
  session = session.append({ author: 'clerk', text: 'Two.' }, asked)
  expect(await codes()).toContain('CX6019')
  expect(looks).toBe(1)
  session = session.append({ author: 'developer', actions: { rewind: { to: 1 } } } as EventInput, asked)
  expect(await codes()).not.toContain('CX6019')
  expect(looks).toBe(1)
})

test('a rewind inside a step and one before it take its result with them, or not', async () => {
  const options = { results: { price: z.object({ euros: z.number() }) } }
  const bad = [asked, ...call('1', 'price', { kind: 'data', value: 'BAD' })]
  const back = (to: number): EventInput => ({ author: 'developer', parts: [], actions: { rewind: { to } } })
  expect((await found(options, { events: [...bad, back(0), asked] })).codes).not.toContain('CX6019')
  const kept = [...bad, { author: 'clerk', text: 'x' }, back(3), asked]
  expect((await found(options, { events: kept })).codes).toContain('CX6019')
})

test('calls with one id on two branches are told apart', async () => {
  const options = { results: { price: z.object({ euros: z.number() }) } }
  const on = (branch: string, name: string): EventInput[] =>
    call('1', name, { kind: 'text', text: 'BAD' }).map(event => ({ ...event, branch }))
  const events = [asked, ...on('', 'price'), ...on('b1', 'note')]
  expect((await found(options, { events })).diagnostics.find(({ code }) => code === 'CX6019')?.at).toEqual([
    'e:2.0',
  ])
})

test('a schema gets a copy, and a text may fit as it is or as the JSON that it is', async () => {
  const changing = z.custom(value => {
    ;(value as { v: number }).v = 99
    return true
  })
  const state = { plan: { v: 1 } }
  const session = createSession({ state, events: [asked] })
  const program = agent({
    name: 'clerk',
    instruction: 'Plan {plan}',
    protect: [validate({ state: { plan: changing } })],
  })
  const { request } = await compile(program, session, { model: 'gpt-5.4' })
  expect(JSON.stringify(request)).not.toContain('99')
  const results = { note: z.string(), price: z.number() }
  const events = [
    asked,
    ...call('1', 'note', { kind: 'text', text: '42' }),
    ...call('2', 'price', { kind: 'text', text: '42' }),
  ]
  expect((await found({ results }, { events })).codes).not.toContain('CX6019')
})

test('a request is refused where that is asked for, and only for what was found', async () => {
  const refused = await found({ required: ['customer'], action: 'refuse' })
  expect(refused.ok).toBe(false)
  expect(refused.codes).toEqual(['CX6020', 'CX6018'])
  expect((await found({ required: ['customer'], action: 'refuse' }, { state: { customer: 1 } })).ok).toBe(
    true,
  )
  // The milder one of the compile does not weaken the agent's.
  const both = await found(
    { required: ['customer'], action: 'refuse' },
    {},
    { protect: [validate({ required: ['customer'] })] },
  )
  expect(both.codes).toEqual(['CX6020', 'CX6018'])
})

test('a schema that throws or answers later is a finding, never an exception', async () => {
  const throwing = z.custom(() => {
    throw new Error('no')
  })
  const later = z.string().refine(async () => true)
  const state = { a: 'x', b: 'y' }
  const { diagnostics } = await found({ state: { a: throwing, b: later } }, { state })
  expect(diagnostics.map(({ code }) => code)).toEqual(['CX6019'])
  expect(diagnostics[0]?.message).toContain('it could not be checked')
})

test('a finding is told without protected values', async () => {
  const protect = [redact({ patterns: [/tulip-\d+/] })]
  const schema = z.custom(() => false, { message: 'tulip-4711 is no code' })
  const { diagnostics } = await found(
    { state: { code: schema } },
    { state: { code: 'tulip-4711' } },
    { protect },
  )
  expect(JSON.stringify(diagnostics)).not.toContain('tulip')
})

test('a problem of a schema waits for no detector', async () => {
  const detector = { id: 'names', version: '1', findLater: async () => [] }
  const protect = [redact({ detectors: [detector] })]
  const { ok, codes } = await found({ state: { plan: z.string() } }, { state: { plan: 7 } }, { protect })
  expect(ok).toBe(true)
  expect(codes).toEqual(['CX6019'])
})

test('a request that repeats itself is reported with its share', async () => {
  const text = 'The parcel left Hamburg at noon and is on its way to Vienna.'
  const events = Array.from({ length: 4 }, () => ({ author: 'user', text }))
  const { ok, diagnostics } = await found({ distinct: 0.7 }, { events })
  expect(ok).toBe(true)
  expect(diagnostics.map(({ code }) => code)).toEqual(['CX6021'])
  expect(diagnostics[0]?.data).toMatchObject({ share: 0.25, least: 0.7 })
  expect((await found({ distinct: 0.25 }, { events })).codes).toEqual([])
})

test('a malformed option is a TypeError that names its place', () => {
  expect(() => validate({ required: 'customer' } as never)).toThrow(/validate\.required/)
  expect(() => validate({ state: { order: 7 } } as never)).toThrow(/validate\.state\.order/)
  expect(() => validate({ distinct: 2 })).toThrow(/validate\.distinct/)
  expect(() => validate({ action: 'stop' } as never)).toThrow(/validate\.action/)
})

test('a result that the policy leaves out is no reason to refuse, and the newest that is shown counts', async () => {
  const results = { price: z.object({ euros: z.number() }) }
  const protect = [validate({ results, required: ['customer'], action: 'refuse' })]
  const bad = [asked, ...call('1', 'price', { kind: 'text', text: 'BAD' }), { author: 'clerk', text: 'No.' }]
  const good = [
    asked,
    ...call('2', 'price', { kind: 'data', value: { euros: 1 } }),
    { author: 'clerk', text: 'One.' },
  ]
  const at = async (events: readonly EventInput[], context: unknown) => {
    const session = createSession({ state: { customer: 'Anna' }, events: [...events, asked] })
    const clerk = agent({ name: 'clerk', protect, context: context as never })
    const { ok, diagnostics } = await compile(clerk, session, { model: 'gpt-5.4' })
    return [ok, diagnostics.find(({ code }) => code === 'CX6019')?.at]
  }
  expect(await at(bad, C.all())).toEqual([false, ['e:2.0']])
  expect(await at(bad, C.last(1))).toEqual([true, undefined])
  // The bad result counts only if it is the newest one shown.
  expect(await at([...bad, ...good], C.all())).toEqual([true, undefined])
  expect(await at([...bad, ...good], C.first(3))).toEqual([false, ['e:2.0']])
  // A value of the state counts although no block shows it.
  const empty = createSession({ events: [asked] })
  const clerk = agent({ name: 'clerk', protect, context: C.last(1) })
  expect((await compile(clerk, empty, { model: 'gpt-5.4' })).ok).toBe(false)
})

test('a result on a branch that the agent is not shown is none of its own', async () => {
  const protect = [validate({ results: { price: z.number() }, action: 'refuse' })]
  const program = parallel(agent({ name: 'clerk', protect }), agent({ name: 'other', protect }))
  const on = call('1', 'price', { kind: 'text', text: 'BAD' }).map(event => ({ ...event, branch: 'clerk' }))
  const session = createSession({ events: [asked, ...on] })
  const ok = async (name: string) => (await compile(program, session, { model: 'gpt-5.4', agent: name })).ok
  expect([await ok('clerk'), await ok('other')]).toEqual([false, true])
})
