// Calls that a person or code of a page answers, as users of other frameworks asked for them: VoltAgent#1194, mastra#9622.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { tool } from '../../../../core/agent/tool.ts'
import { createRunner, DecisionError } from '../../../../run.ts'
import { scriptedModel } from '../../../../testing/index.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { by, calls, helper, key, running, strict } from './setting.ts'

/** A tool whose calls wait for a choice of seats, as a form shows it. */
const chooseSeats = (more: object = {}) =>
  tool({
    name: 'choose_seats',
    description: 'Asks the customer for seats.',
    parameters: z.object({ rows: z.array(z.string()) }),
    answeredBy: 'person',
    outputSchema: z.object({ seats: z.array(z.string()).min(1) }),
    ...more,
  })
const asks = calls(['choose_seats', { rows: ['A', 'B'] }])
const choice = { seats: ['A1'] }

describe('a call that a person answers', () => {
  test('waits in the log, and the answer is its result', async () => {
    const { runner, run, lines, events, requests } = running(helper([chooseSeats()]), [asks, 'Booked A1.'])
    const waiting = await run('Two seats, please')
    expect(waiting).toMatchObject({
      status: 'waiting',
      waitingCalls: [{ call: '1.0', tool: 'choose_seats', arguments: { rows: ['A', 'B'] }, for: 'answer' }],
    })
    await runner.answer(key, '1.0', choice, by)
    expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Booked A1.' })
    expect(await lines()).toEqual([
      'user: Two seats, please',
      'helper calls choose_seats',
      'result: {"kind":"data","value":{"seats":["A1"]}}',
      'helper: Booked A1.',
    ])
    const result = (await events()).find(({ author }) => author === 'tool')
    expect(result?.actions?.run?.given).toEqual({ by: 'Ada' })
    expect(JSON.stringify(requests[1])).toContain('A1')
  })

  test('refuses an answer that does not fit the schema, and goes on waiting', async () => {
    const { runner, run, events } = running(helper([chooseSeats()]), [asks, 'Booked.'])
    await run('Seats')
    const before = (await events()).length
    const error = await runner.answer(key, '1.0', { seats: [] }, by).catch(reason => reason)
    expect(error).toBeInstanceOf(DecisionError)
    expect(error.problems).toEqual([expect.stringContaining('seats')])
    expect(await events()).toHaveLength(before)
    await runner.answer(key, '1.0', choice, by)
    expect(await runner.resume(key).outcome).toMatchObject({ status: 'done' })
  })

  test('is answered once, whichever of two processes is first', async () => {
    const store = inMemoryStore()
    const script = [asks, 'Booked.']
    const one = running(helper([chooseSeats()]), script, {}, store)
    const other = running(helper([chooseSeats()]), script, {}, store)
    await one.run('Seats')
    const given = await Promise.allSettled([
      one.runner.answer(key, '1.0', choice, by),
      other.runner.answer(key, '1.0', { seats: ['B2'] }, { by: 'Bob' }),
    ])
    expect(given.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await one.runner.resume(key).outcome
    const results = (await one.lines()).filter(line => line.startsWith('result:'))
    expect(results).toHaveLength(1)
  })

  test('goes on in a new process, after its own has died with the call open', async () => {
    const store = inMemoryStore()
    const first = running(helper([chooseSeats()]), [asks], {}, store)
    await first.run('Seats')
    await first.runner.stop()
    const next = running(helper([chooseSeats()]), ['Booked.'], {}, store)
    await next.runner.answer(key, '1.0', choice, by)
    expect(await next.runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Booked.' })
  })

  test('takes no approval, and a denial ends it', async () => {
    const { runner, run, lines } = running(helper([chooseSeats()]), [asks, 'No seats, then.'])
    await run('Seats')
    await expect(runner.approve(key, '1.0', by)).rejects.toThrow(DecisionError)
    await runner.deny(key, '1.0', { ...by, why: 'sold out' })
    expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'No seats, then.' })
    expect(await lines()).toContain('result: Error: the call was denied: sold out')
    await expect(runner.answer(key, '1.0', choice, by)).rejects.toThrow('waits for an answer')
  })

  test('waits for an approval first, and then for its answer', async () => {
    const { runner, run } = running(helper([chooseSeats({ needsApproval: true })]), [asks, 'Booked.'])
    expect(await run('Seats')).toMatchObject({ waitingCalls: [{ for: 'approval' }] })
    await expect(runner.answer(key, '1.0', choice, by)).rejects.toThrow(DecisionError)
    await runner.approve(key, '1.0', by)
    expect(await runner.resume(key).outcome).toMatchObject({ waitingCalls: [{ for: 'answer' }] })
    await runner.answer(key, '1.0', choice, by)
    expect(await runner.resume(key).outcome).toMatchObject({ status: 'done' })
  })

  test('is denied when its time is over, and takes no answer from then on', async () => {
    let now = 1_000
    const more = { now: () => now }
    const program = helper([chooseSeats({ waitMs: 500 })])
    const { runner, run, lines } = running(program, [asks, 'Too late.'], more)
    expect(await run('Seats')).toMatchObject({ waitingCalls: [{ until: 1_500 }] })
    now = 1_500
    await expect(runner.answer(key, '1.0', choice, by)).rejects.toThrow(DecisionError)
    expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Too late.' })
    expect(await lines()).toContain('result: Error: the call was denied: nobody answered in time')
  })

  test('waits again if its tool was declared anew, and says so to whoever answers', async () => {
    const store = inMemoryStore()
    await running(helper([chooseSeats()]), [asks], {}, store).run('Seats')
    const changed = helper([chooseSeats({ description: 'Asks for one seat.' })])
    const { runner } = running(changed, ['Booked.'], {}, store)
    await expect(runner.answer(key, '1.0', choice, by)).rejects.toThrow('declared anew')
    await runner.answer(key, '1.0', choice, by)
    expect(await runner.resume(key).outcome).toMatchObject({ status: 'done' })
  })

  test('is closed by a cancel, and by a message that interrupts it', async () => {
    const cancelled = running(helper([chooseSeats()]), [asks, 'Hm.'])
    await cancelled.run('Seats')
    await cancelled.runner.cancel(key)
    await expect(cancelled.runner.answer(key, '1.0', choice, by)).rejects.toThrow(DecisionError)
    const interrupted = running(helper([chooseSeats()]), [asks, 'All right.'])
    await interrupted.run('Seats')
    const { outcome } = interrupted.runner.run(key, { message: 'Never mind', interrupt: 'waiting' })
    expect(await outcome).toMatchObject({ status: 'done', text: 'All right.' })
    await expect(interrupted.runner.answer(key, '1.0', choice, by)).rejects.toThrow(DecisionError)
  })
})

test.each(['person', 'page'] as const)('a call that a %s answers may be answered with null', async who => {
  const ask = tool({ name: 'ask', answeredBy: who })
  const { runner, run, lines } = running(helper([ask]), [calls(['ask']), 'Nothing.'])
  await run('Ask')
  await runner.answer(key, '1.0', null, by)
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Nothing.' })
  expect((await lines()).filter(line => line.startsWith('result:'))).toHaveLength(1)
})

test('a runner refuses a tool whose calls nobody would answer', () => {
  const program = helper([tool({ name: 'lost' })])
  const options = { store: inMemoryStore(), models: () => strict(scriptedModel(['x'])) }
  expect(() => createRunner({ program, ...options })).toThrow(
    "tool 'lost' of agent 'helper' needs execute, or answeredBy",
  )
})

test.each([
  [{ answeredBy: 'person', execute: (): number => 1 }, 'answeredBy cannot stand beside execute'],
  [{ outputSchema: z.string(), execute: (): number => 1 }, 'outputSchema needs answeredBy'],
  [{ answeredBy: 'nobody' }, 'answeredBy'],
  [{ answeredBy: 'page', waitMs: 0 }, 'waitMs'],
])('a tool rejects a declaration of answers that makes no sense: %o', (more, message) => {
  expect(() => tool({ name: 'odd', ...more } as never)).toThrow(message)
})
