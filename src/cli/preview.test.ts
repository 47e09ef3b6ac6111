import { expect, test } from 'vitest'
import { runIn } from './test-io.ts'
import { moduleOf } from './test-module.ts'

const trip = moduleOf(`
export const planner = { name: 'planner', model: 'gpt-5.4', instruction: 'Plan.', outputKey: 'plan' }
export const writer = { name: 'writer', model: 'gpt-5.4', instruction: 'Describe {plan}.' }
export default { kind: 'pipeline', members: [planner, writer] }
`)

test('preview shows every agent, and the cost of one pass', async () => {
  const { code, out, err } = await runIn({}, 'preview', trip)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatchInlineSnapshot(`
    "agent    model     tokens   system    tools   schema  history
    planner  gpt-5.4       16       10        ·        ·        6
    writer   gpt-5.4       18       12        ·        ·        6

    planner
      writes plan
      sees the history
    writer
      reads plan (from 'planner')
      sees the history; answers of 'planner' only through the state
      not in the session yet: plan

    One pass: 2 calls, 34 tokens of input, 0.000085 USD
    A loop runs from one round to its maximum, and a route takes one branch. Answers, tool results and
    the further calls of a tool loop are not included: they are not known before a run.
    "
  `)
})

test('--format json has the same as data', async () => {
  const { out } = await runIn({}, 'preview', trip, '--format', 'json')
  const { ok, file, program, agents, pass } = JSON.parse(out)
  expect({
    ok,
    file,
    program,
    names: agents.map(({ name }: { name: string }) => name),
    calls: pass.calls,
  }).toEqual({
    ok: true,
    file: trip,
    program: 'default',
    names: ['planner', 'writer'],
    calls: { least: 2, most: 2 },
  })
})

test('a session gives the state and the history', async () => {
  const session = JSON.stringify({ state: { plan: 'Rome in May' }, events: [{ author: 'user', text: 'Hi' }] })
  const { out } = await runIn({ files: { 's.json': session } }, 'preview', trip, '--session', 's.json')
  expect(out).not.toContain('not in the session yet')
})

test.each([
  [['preview', 'none.ts'], 'no such file'],
  [['preview', trip, '--budget', 'much'], "got 'much'"],
  [['preview', trip, '--format', 'html'], "unknown format 'html'"],
])('usage errors end with 2: %j', async (argv, message) => {
  const { code, out, err } = await runIn({}, ...argv)
  expect(err).toContain(message)
  expect([code, out]).toEqual([2, ''])
})

test('a soft size is shown for every agent', async () => {
  const { code, out } = await runIn({}, 'preview', trip, '--aim', '5000')
  expect([code, out.match(/soft size: 5,000 tokens/g)?.length]).toEqual([0, 2])
})
