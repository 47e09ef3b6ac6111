// After any actions and in any order of events, the log is legal. `CTXC_SCHEDULES=10000` checks more schedules.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { targets } from '../../../../../test/targets.ts'
import { type TargetName, targetNames } from '../../../../core/ir/target-name.ts'
import { compile, nextSteps, restoreSession } from '../../../../index.ts'
import { type Schedule, someSchedule } from './actions.ts'
import { broken } from './laws.ts'
import { eve, Performance } from './performance.ts'
import { programOf } from './program.ts'
import { textOf, World } from './world.ts'

const schedules = Number(process.env.CTXC_SCHEDULES ?? 250)

const silent = { text: 'Well.', calls: [], isError: false, isHalting: false }

/** Runner 1 begins an approved call, while the edit of runner 0 takes the call back. */
const unnoticedRewind: Schedule = {
  shape: 'a group',
  runners: 2,
  isLeased: false,
  deck: [silent, silent, { ...silent, text: '', calls: [{ name: 'pay', given: '{"sum":500}' }] }, silent],
  actions: [
    { kind: 'send', runner: 0, interrupt: false },
    { kind: 'send', runner: 1, interrupt: false },
    { kind: 'open', runner: 0, which: 2 },
    {
      kind: 'decide',
      runner: 0,
      which: 0,
      isWaiting: false,
      approve: true,
      isEdit: false,
      twice: false,
      until: 'never',
    },
    { kind: 'edit', runner: 1, which: 0, interrupt: false, twice: true },
  ],
  isClosed: false,
}

let turn = 0

/** Returns two targets, different ones each time. */
function someTargets(): readonly TargetName[] {
  turn = (turn + 2) % targetNames.length
  return [...targetNames, ...targetNames].slice(turn, turn + 2)
}

/** Checks a schedule, and returns the kinds of records in its log. */
async function check(schedule: Schedule): Promise<readonly string[]> {
  const done = new Performance(schedule)
  const { world, keys, runners } = done
  await done.perform()
  const program = programOf(schedule.shape, new World(), 0)
  const marks: string[] = []
  for (const [index, key] of keys.entries()) {
    const log = await done.log(key)
    if (log.events.length === 0) continue
    marks.push(...log.marks.flatMap(({ run }) => Object.keys(run)))
    const session = restoreSession({ id: key.id, state: {}, events: JSON.parse(JSON.stringify(log.events)) })
    const executions = world.executions.filter(each => each.session === textOf(key))
    const isAlone = schedule.runners === 1 || schedule.isLeased
    const sent = index === 0 ? done.sent : []
    expect(broken({ log, executions, shape: schedule.shape, isAlone, sent })).toEqual([])
    // A runner waits until somebody requests a run. A program alone cannot show whether somebody will.
    const isAsked = log.marks.some(({ seq, run }) => run.asked && !log.isRewound(seq))
    const due = isAsked ? nextSteps(program, session) : [{ kind: 'done', branch: '' }]
    for (const runner of runners) {
      const { next } = await runner.resume(key).outcome
      expect(JSON.stringify(next)).toBe(JSON.stringify(due))
    }
    for (const target of someTargets()) {
      const compiled = await compile(program, session, {
        target,
        model: targets[target].models[0],
        agent: 'boss',
      })
      expect(compiled.diagnostics.filter(({ level }) => level === 'error')).toEqual([])
      expect(compiled.ok).toBe(true)
    }
  }
  // Neither owner gets any data of the other.
  expect(JSON.stringify(await world.eventsOf(eve))).not.toContain('ada-')
  for (const request of world.requests)
    expect(request.includes('ada-') && request.includes('eve-')).toBe(false)
  await Promise.all(runners.map(runner => runner.stop()))
  return marks
}

test('every schedule leaves a legal log', { timeout: 60_000 + schedules * 200 }, async () => {
  const kinds = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(someSchedule, async schedule => {
      for (const kind of new Set(await check(schedule))) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }),
    { numRuns: schedules, examples: [[unnoticedRewind]], ...(process.env.ENDFAST && { endOnFailure: true }) },
  )
  for (const kind of [
    'asked',
    'answered',
    'begun',
    'waits',
    'decided',
    'given',
    'cancelled',
    'rejected',
    'failed',
    'won',
    'background',
    'reported',
  ])
    expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(schedules / 50)
})
