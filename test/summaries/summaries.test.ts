// Summaries replace older units: requested early, used at a trim, merged, checked, protected.
import { agent, C, compile, createCompiler, createSession, type EventInput } from 'ctxc'
import { resolveWants } from 'ctxc/effects'
import { redact } from 'ctxc/protect'
import { expect, test } from 'vitest'
import { answered, asked, converse, firstWords, helper, sent } from './conversation.ts'

const summariesOf = (events: readonly EventInput[]) => events.filter(({ actions }) => actions?.compaction)

test('summaries are asked for before the room is full, and used once it is', async () => {
  const turns = await converse(24)
  const wanted = turns.findIndex(({ result }) => result.wants.length > 0)
  const used = turns.findIndex(({ result }) => summariesOf(result.events).length > 0)
  expect(wanted).toBeGreaterThan(0)
  expect(used).toBeGreaterThan(wanted)
  for (const { result } of turns.slice(0, used))
    expect(JSON.stringify(result.request)).not.toContain('Summary')
  const first = sent(turns[used] as never)
  expect(first).toContain('Summary of earlier messages:\\n- Question 0 about item 0')
  expect(first).not.toContain(asked(0).trim())
  expect(first).toContain(asked(used).trim())
})

test('nothing is lost over a long conversation: each message is sent, or some summary that was made of it is', async () => {
  const turns = await converse(80)
  for (const { result } of turns) {
    expect(result.ok).toBe(true)
    expect(result.tokens.max).toBeLessThanOrEqual(1_200)
    expect(result.diagnostics.map(({ code }) => code)).not.toContain('CX4003')
  }
  const rows = turns.at(-1)?.result.ledger.rows ?? []
  expect([...new Set(rows.map(({ fate }) => fate))].sort()).not.toContain('omitted')
})

test('summaries are never written again, but several are merged into one', async () => {
  const seen = new Map<string, number>()
  let merges = 0
  const summarize = firstWords(async input => {
    const texts = JSON.stringify(input.messages)
    seen.set(texts, (seen.get(texts) ?? 0) + 1)
    if (input.messages.every(({ author }) => author === 'summary')) merges++
    return (await firstWords().run(input, { signal: new AbortController().signal })) as never
  })
  const turns = await converse(80, { effects: { summarize } })
  expect([...seen.values()].every(times => times === 1)).toBe(true)
  expect(merges).toBeGreaterThan(1)
  const shown = sent(turns.at(-1) as never).match(/Summary of earlier/g) ?? []
  expect(shown.length).toBeLessThan(9)
})

test('between two uses of summaries the request only grows', async () => {
  const turns = await converse(60)
  for (const [at, { result }] of turns.entries()) {
    const before = turns[at - 1]?.result
    if (before === undefined || summariesOf(result.events).length > 0) continue
    const start = JSON.stringify((before.request as { input: unknown[] }).input).slice(1, -1)
    expect(JSON.stringify((result.request as { input: unknown[] }).input)).toContain(start)
  }
})

test('a request is the same in a compiler that saw the turns before, and in a new one', async () => {
  const effects = { summarize: firstWords() }
  const turns = await converse(40, { effects })
  for (const [at, { session }] of turns.entries()) {
    const plan = turns[at - 1]?.result.plan
    // The events of the compile are in that session: the summaries are in place.
    const cold = await compile(helper, session, { effects, ...(plan && { plan }) })
    expect(JSON.stringify(cold.request)).toBe(sent(turns[at] as never))
  }
})

test('a range whose summary is not there when it must go is left out, with a diagnostic', async () => {
  const turns = await converse(24, {
    effects: { summarize: firstWords(() => Promise.reject(new Error('no'))) },
  })
  const codes = new Set(turns.flatMap(({ result }) => result.diagnostics.map(({ code }) => code)))
  expect([...codes].sort()).toEqual(['CX4003', 'CX5001', 'CX9202', 'CX9204'])
  const tried = turns.flatMap(({ result }) => result.wants.map(({ key }) => key))
  expect(new Set(tried).size).toBe(tried.length)
})

test('without a handler, the request is made without summaries and says so', async () => {
  const turns = await converse(24, { effects: {} })
  const said = turns.flatMap(({ result }) => result.diagnostics.filter(({ code }) => code === 'CX9201'))
  expect(said[0]).toMatchObject({ data: { kind: 'summarize' } })
})

test('units older than some turns are summarized even if there is room', async () => {
  const program = agent({
    name: 'helper',
    model: 'gpt-5.4',
    context: C.all().summarize({ segment: 150, olderThan: 3 }),
  })
  const turns = await converse(12, { program: program as never })
  const last = sent(turns.at(-1) as never)
  expect(last).toContain('- Question 0 about item 0')
  expect(last).not.toContain(asked(0).trim())
  expect(last).toContain(asked(9).trim())
})

test('critical units, the current input and what another clause wants whole stay', async () => {
  const program = agent({
    name: 'helper',
    model: 'gpt-5.4',
    context: [C.all().summarize({ segment: 60, olderThan: 1 }), C.first(1)],
  })
  const session = createSession({
    events: [
      { author: 'user', text: `${asked(90)} first` },
      { author: 'helper', text: answered(90) },
    ],
  }).append(
    { author: 'user', text: `${asked(91)} keep`, tier: 'critical' },
    { author: 'helper', text: answered(91) },
  )
  const turns = await converse(6, { program: program as never, session })
  const last = sent(turns.at(-1) as never)
  expect(last).toContain('first')
  expect(last).toContain('keep')
  expect(last).toContain(asked(5).trim())
  expect(last).toContain('Summary of earlier messages')
})

test('a summary is fenced, and trusted as little as what it was made of', async () => {
  const program = agent({
    name: 'helper',
    model: 'gpt-5.4',
    context: C.all().summarize({ segment: 40, olderThan: 1 }),
    tools: [{ name: 'read', parameters: { type: 'object' } }],
  })
  const effects = { summarize: firstWords() }
  const compiler = createCompiler(program, { effects })
  const call = { kind: 'tool-call', id: 'c1', name: 'read', arguments: {} } as const
  let session = createSession({
    events: [
      { author: 'user', text: asked(0) },
      { author: 'helper', parts: [call] },
      {
        author: 'tool',
        trust: 'external',
        parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: answered(0) }] }],
      },
      { author: 'helper', text: answered(1) },
      { author: 'user', text: asked(1) },
      { author: 'helper', text: answered(2) },
      { author: 'user', text: asked(2) },
    ],
  })
  const first = await compiler.compile(session)
  session = session.append(...first.events, ...(await resolveWants(first, { effects })))
  const { events, request } = await compiler.compile(session)
  const trusts = summariesOf(events).map(({ author, trust }) => `${author} ${trust}`)
  expect(trusts.slice(0, 3)).toEqual(['developer user', 'developer external', 'developer model'])
  expect(JSON.stringify(request)).toContain('from=\\"summary\\"')
})

test('a rewound range is not summarized by what was made of it before', async () => {
  const effects = { summarize: firstWords() }
  const turns = await converse(14, { effects })
  const [wanting] = turns.filter(({ result }) => result.wants.length > 0)
  const { session, result } = wanting as never as (typeof turns)[number]
  const made = await resolveWants(result, { effects })
  const rewound = session
    .append(...made)
    .rewind(0)
    .append({ author: 'user', text: 'Anew.' })
  const again = await compile(helper, rewound, { effects, budget: { input: 200, output: 50 } })
  expect(again.events.filter(({ actions }) => actions?.compaction)).toEqual([])
  expect(JSON.stringify(again.request)).not.toContain('Question')
})

test('a protected value is in no input of a summary, and its placeholder stays one', async () => {
  const program = agent({
    name: 'helper',
    model: 'gpt-5.4',
    context: C.all().summarize({ segment: 60, olderThan: 1 }),
    protect: [redact({ pii: ['email'] })],
  })
  const inputs: string[] = []
  const summarize = firstWords(async input => {
    inputs.push(JSON.stringify(input))
    return {
      statements: input.messages.map(({ seq, text }) => ({
        text: text.split(' ').slice(0, 4).join(' '),
        from: [seq],
      })),
    }
  })
  const session = createSession({
    events: [
      { author: 'user', text: `Write to anna@example.org [secret:email:1] ${asked(0)}` },
      { author: 'helper', text: answered(0) },
    ],
  })
  const turns = await converse(5, { program: program as never, session, effects: { summarize } })
  expect(inputs.length).toBeGreaterThan(0)
  expect(inputs.join()).not.toContain('anna@')
  const last = sent(turns.at(-1) as never)
  expect(last).toContain('- Write to [secret:email:1] [')
  expect(last).not.toContain('anna@')
})

test('a summary that writes a placeholder of another range forges it', async () => {
  const program = agent({
    name: 'helper',
    model: 'gpt-5.4',
    context: C.all().summarize({ segment: 60, olderThan: 1 }),
    protect: [redact({ pii: ['email'] })],
  })
  const summarize = firstWords(async ({ messages }) => ({
    statements: messages.map(({ seq, text }) => ({
      text: `${text.split(' ').slice(0, 3).join(' ')} [secret:email:1]`,
      from: [seq],
    })),
  }))
  const turns = await converse(8, {
    program: program as never,
    effects: { summarize },
    session: createSession(),
  })
  const { session } = turns.at(-1) as (typeof turns)[number]
  const late = session.append({ author: 'user', text: 'My address is anna@example.org.' })
  const { request } = await compile(program, late, { effects: { summarize } })
  const said = JSON.stringify(request)
  expect(said).toContain('My address is [secret:email:1].')
  expect(said.match(/\[secret:email:1\]/g)).toHaveLength(1)
})

test('a summary that a policy gives a schema is JSON of that schema', async () => {
  const schema = {
    type: 'object',
    properties: { open: { type: 'array', items: { type: 'string' } } },
    required: ['open'],
  } as const
  const program = agent({
    name: 'helper',
    model: 'gpt-5.4',
    context: C.all().summarize({
      segment: 60,
      olderThan: 1,
      schema,
      prompt: 'What is open?',
      model: 'small',
    }),
  })
  const inputs: unknown[] = []
  const summarize = firstWords(async input => {
    inputs.push([input.prompt, input.schema, input.model])
    return { open: ['Question about item'] }
  })
  const turns = await converse(6, { program: program as never, effects: { summarize } })
  expect(inputs[0]).toEqual(['What is open?', schema, 'small'])
  expect(sent(turns.at(-1) as never)).toContain('{\\"open\\":[\\"Question about item\\"]}')
})
