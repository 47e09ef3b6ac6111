// Messages that summaries replace: those of one tool, those before a window, and no pending one; and the order in which units
// give way.
import { agent, C, compile, createSession, type EventInput } from 'ctxc'
import { resolveWants } from 'ctxc/effects'
import { expect, test } from 'vitest'
import { answered, asked, converse, firstWords, sent, settled } from './conversation.ts'

const model = 'gpt-5.4'

/** Handler that keeps its inputs. */
function spied(run = firstWords().run) {
  const inputs: { readonly seqs: readonly number[]; readonly text: string }[] = []
  const summarize = firstWords(async (input, about) => {
    const { messages } = input
    inputs.push({ seqs: messages.map(({ seq }) => seq), text: JSON.stringify(messages) })
    return await run(input, about)
  })
  return { inputs, effects: { summarize } }
}

const reads = (turn: number): EventInput[] => [
  { author: 'user', text: asked(turn) },
  {
    author: 'helper',
    parts: [{ kind: 'tool-call', id: `c${turn}`, name: 'read', arguments: { path: `file-${turn}.md` } }],
  },
  {
    author: 'tool',
    parts: [
      {
        kind: 'tool-result',
        id: `c${turn}`,
        content: [{ kind: 'text', text: `Payload ${turn} of the tool ${'line '.repeat(60)}` }],
      },
    ],
  },
  { author: 'helper', text: answered(turn) },
]

test('results of a tool are summarized by what they hold, and words stay', async () => {
  const { inputs, effects } = spied()
  const context = [
    C.excludeAgents('helper'),
    C.where({ tool: 'read' }).summarize({ segment: 60, olderThan: 1 }),
  ]
  const events = [...reads(0), ...reads(1), { author: 'user', text: 'now?' }]
  const request = await settled(context, events, effects)
  const given = inputs.map(({ text }) => text).join()
  for (const turn of [0, 1]) {
    expect(given).toContain(`Payload ${turn} of the tool line`)
    expect(given).toContain(`file-${turn}.md`)
    expect(given).not.toContain('Question')
    expect(request).toContain(asked(turn).trim())
  }
  expect(request).toContain('Summary of earlier messages')
  expect(request).not.toContain('line line line line line line line')
})

test('before a window everything is summarized, each message once, and the window is whole', async () => {
  const { inputs, effects } = spied()
  const program = agent({
    name: 'helper',
    model,
    context: [C.window(2), C.all().summarize({ segment: 80, olderThan: 2 })],
  })
  const turns = await converse(15, { program: program as never, effects })
  const last = turns.at(-1) as (typeof turns)[number]
  for (const turn of [13, 14]) expect(sent(last)).toContain(asked(turn).trim())
  for (const turn of [0, 10]) {
    expect(sent(last)).not.toContain(asked(turn).trim())
    expect(sent(last)).toContain(`Question ${turn} about item ${turn}`)
  }
  const isSummary = new Set(
    last.session.events.flatMap(({ actions }, seq) => (actions?.compaction ? [seq] : [])),
  )
  const messages = inputs.flatMap(({ seqs }) => seqs.filter(seq => !isSummary.has(seq)))
  expect(new Set(messages).size).toBe(messages.length)
})

test('a call that waits for its result is never summarized', async () => {
  const { inputs, effects } = spied()
  const [, call] = reads(7) as [EventInput, EventInput]
  const events = [...reads(0), { author: 'user', text: asked(7) }, call, { author: 'user', text: asked(8) }]
  const request = await settled(C.all().summarize({ segment: 40, olderThan: 0 }), events, effects)
  expect(inputs.length).toBeGreaterThan(0)
  expect(inputs.map(({ text }) => text).join()).not.toContain('file-7.md')
  expect(request).toContain('file-7.md')
  expect(request).toContain('Summary of earlier messages')
})

test('a summary that is no shorter than its messages is refused, and they are sent', async () => {
  const { effects } = spied(async ({ messages }) => ({
    statements: messages.map(({ seq, text }) => ({ text: `${text} ${text}`, from: [seq] })),
  }))
  const program = agent({ name: 'helper', model, context: C.all().summarize({ segment: 60, olderThan: 1 }) })
  const turns = await converse(4, { program: program as never, effects })
  const last = turns.at(-1) as (typeof turns)[number]
  expect(sent(last)).toContain(asked(0).trim())
  expect(last.result.diagnostics.map(({ code }) => code)).toContain('CX9202')
})

test('as room shrinks, long results are shown short first, then summaries are used, then units are dropped', async () => {
  const { effects } = spied()
  const context = C.all().dedupe('exact').compact({ over: 100 }).summarize({ segment: 120 })
  const program = agent({ name: 'helper', model, context })
  let session = createSession({
    events: [0, 1, 2, 3].flatMap(reads).concat({ author: 'user', text: 'now?' }),
  })
  const at = (input: number, more = {}) =>
    compile(program, session, { budget: { input, output: 50 }, effects, ...more })
  for (let round = 0; round < 9; round++)
    session = session.append(...(await resolveWants(await at(900), { effects })))
  const steps = await Promise.all(
    Array.from({ length: 60 }, async (_, step) => {
      const { request, ledger } = await at(1_500 - step * 20)
      const text = JSON.stringify(request)
      return [
        ledger.rows.some(({ edits }) => edits.includes('compacted')) && 'compacted',
        text.includes('Summary of earlier') && 'summary',
        ledger.rows.some(({ fate }) => fate === 'omitted') && 'omitted',
      ]
        .filter(Boolean)
        .join(' ')
    }),
  )
  const began = ['compacted', 'summary', 'omitted'].map(word => steps.findIndex(step => step.includes(word)))
  expect(steps[0]).toBe('')
  expect(began).toEqual([...new Set(began)].sort((left, right) => left - right))
  expect(began[0]).toBeGreaterThan(0)
})
