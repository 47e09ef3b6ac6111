import { agent, C, type Compiled, createCompiler, createSession, type EventInput, type Session } from 'ctxc'
import { resolveWants } from 'ctxc/effects'
import { expect, test, vi } from 'vitest'
import { Session as SessionLog } from '../../src/core/session/session.ts'
import { UnitTable } from '../../src/core/session/unit/unit-table.ts'

const model = 'claude-opus-5-5'
const setMood = (mood: string): EventInput => ({
  author: 'developer',
  actions: { state: { set: { mood } } },
})
const answer: EventInput = { author: 'bot', text: 'Yes.' }
const question: EventInput = { author: 'user', text: 'And now?' }
const bot = agent({ name: 'bot', model, context: [C.all(), C.state('mood')] })

/** A history of turns, each with the context block that its request showed. */
async function history(turns: number): Promise<EventInput[]> {
  const begun = createSession({ events: [setMood('calm'), question] })
  const { events } = await createCompiler(bot, { model }).compile(begun)
  const shown = events.find(({ actions }) => actions?.shown !== undefined)
  const [block] = shown?.actions?.shown?.blocks ?? []
  expect(block?.text).toContain('calm')
  return Array.from({ length: turns }, (_, turn): EventInput[] => {
    const text = block?.text.replace('calm', `mood ${turn}`) ?? ''
    const blocks = block === undefined ? [] : [{ ...block, text }]
    const event: EventInput = { author: 'developer', ...shown, actions: { shown: { agent: 'bot', blocks } } }
    return [setMood(`mood ${turn}`), question, event, answer]
  }).flat()
}

/** Work of a compile after one more turn, behind a compaction of all turns before. */
async function workBehindCompaction(turns: number) {
  const block = { type: 'compaction', content: 'Summary.', encrypted_content: 'E', signature: 'S' }
  const effects = { compact: { id: 'vendor', run: async () => ({ content: [block] }) } }
  const events = [...(await history(turns)), question]
  let session: Session = createSession({ events })
  const { tokens } = await createCompiler(bot, { model }).compile(session)
  const compiler = createCompiler(bot, { model, budget: Math.round(tokens.max * 1.15), effects })
  let result: Compiled = await compiler.compile(session)
  session = session.append(...result.events, answer, ...(await resolveWants(result, { effects })), question)
  result = await compiler.compile(session, { plan: result.plan })
  expect(result.plan?.decisions.map(({ kind }) => kind)).toContain('compact')
  session = session.append(...result.events, answer, setMood('late'), question)
  const reads = vi.spyOn(UnitTable.prototype, 'ownKindOf')
  const { work } = await compiler.compile(session, { plan: result.plan })
  const read = reads.mock.calls.length
  reads.mockRestore()
  return { read, counted: work.charsCounted }
}

test('work behind a compaction does not grow with the history that it replaces', async () => {
  const [short, long] = [await workBehindCompaction(100), await workBehindCompaction(400)]
  expect(long.read).toBeLessThan(short.read + 20)
  expect(long.counted).toBeLessThan(short.counted + 20)
})

test('context blocks of earlier requests are counted once', async () => {
  const compiler = createCompiler(bot, { model })
  const session = createSession({ events: [...(await history(200)), question] })
  const first = await compiler.compile(session)
  const { work } = await compiler.compile(
    session.append(...first.events, answer, setMood('late'), question),
    {
      plan: first.plan,
    },
  )
  expect(first.work.charsCounted).toBeGreaterThan(10_000)
  expect(work.charsCounted).toBeLessThan(300)
})

test("providers' reports are found without a reading of the history", async () => {
  const reported: EventInput = {
    ...answer,
    actions: { dropped: [{ reason: 'prefix_mismatch', used: true }] },
  }
  const events = [
    question,
    reported,
    ...Array.from({ length: 500 }, () => [question, answer]).flat(),
    question,
  ]
  const compiler = createCompiler({ name: 'bot' }, { model, budget: 1_000 })
  let session = createSession({ events })
  await compiler.compile(session)
  session = session.append(answer, question)
  const reads = vi.spyOn(SessionLog.prototype, 'event')
  await compiler.compile(session)
  expect(reads.mock.calls.length).toBeLessThan(100)
  reads.mockRestore()
})
