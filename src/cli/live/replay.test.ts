import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { runIn } from '../test-io.ts'
import { moduleOf } from '../test-module.ts'

const sources = pathToFileURL('src/live/index.ts').href
const host = moduleOf(`
import { live, withState } from '${sources}'
export default live({
  name: 'host',
  model: 'gemini-3.8-live',
  instruction: 'You are a host.',
  steeringMode: 'context-injection',
  modifiers: [withState(['guests'])],
  phases: [
    { name: 'greeting', instruction: 'Welcome the guest.', transitions: [{ to: 'booking', when: state => state.guests > 0 }] },
    { name: 'booking', instruction: 'Find a slot.' },
  ],
  initialPhase: 'greeting',
})
`)

const events = [
  { type: 'start' },
  { type: 'opened' },
  { type: 'ready' },
  { type: 'written', frame: 1 },
  { type: 'answer-started' },
  { type: 'spoke', text: 'Welcome!' },
  { type: 'set', set: { guests: 4 } },
  { type: 'turn-complete' },
  { type: 'written', frame: 2 },
]
const log = events.map((event, index) => JSON.stringify({ at: 1_000 + index * 500, event })).join('\n')

test('a recorded conversation shows what was sent, when, and what waited', async () => {
  const { code, out, err } = await runIn(
    { files: { 'call.jsonl': log } },
    'live',
    'replay',
    host,
    'call.jsonl',
  )
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatchInlineSnapshot(`
    "    0.00 s  start
                phase greeting
        0.50 s  opened
                -> setup: You are a host.
        1.00 s  ready
                -> phase: Welcome the guest.
        3.00 s  set
                phase booking
                waits: phase, for the end of the model's answer
                waits: default/0, for the end of the model's answer
        3.50 s  turn-complete
                model: Welcome!
                -> phase: Find a slot.
                -> default/0: Current context: guests=4

    At the end the model holds:
                instruction: You are a host.
                tools: []
                phase: Find a slot.
                default/0: Current context: guests=4
    "
  `)
})

test('as JSON, a line for each event', async () => {
  const { out } = await runIn(
    { files: { 'call.jsonl': log } },
    'live',
    'replay',
    host,
    'call.jsonl',
    '--format',
    'json',
  )
  const lines = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines).toHaveLength(events.length)
  expect(lines.at(-3)).toMatchObject({
    phase: 'booking',
    sent: [],
    waits: [{ slot: 'phase' }, { for: 'answer' }],
  })
  expect(lines.at(-2)).toMatchObject({ sent: [{ kind: 'context' }], waits: [] })
  expect(lines.at(-1)).toMatchObject({ sent: [], holds: { phase: 'Find a slot.' } })
})

/** Events that are none, and what is said of them. */
const faults: readonly (readonly [object, string])[] = [
  [{ type: 'set' }, 'event.set must be an object'],
  [{ type: '__proto__' }, 'event.type'],
  [{ type: 'heard', text: 7 }, 'event.text must be a text'],
  [{ type: 'closed', reason: {} }, 'event.reason must be a text'],
  [{ type: 'sending', what: 'text' }, 'event.text must be a text'],
  [{ type: 'calls-cancelled', ids: [1] }, 'event.ids must be a list of texts'],
  [{ type: 'start', said: ['x'] }, 'event.said'],
  [{ type: 'result', id: 'c' }, 'event.value must be a value'],
]

test('a recorded conversation controls no terminal', async () => {
  const files = {
    'call.jsonl': `${log}\n${JSON.stringify({ at: 9_000, event: { type: 'spoke', text: '\u009b2J' } })}`,
  }
  const { out } = await runIn({ files }, 'live', 'replay', host, 'call.jsonl', '--format', 'json')
  expect(out).not.toContain('\u009b')
  expect(JSON.parse(out.trim().split('\n').at(-1) as string).event.text).toBe('\u009b2J')
})

test('mistakes are named', async () => {
  const files = { 'call.jsonl': log, 'bad.jsonl': `${log}\n{}` }
  const plain = moduleOf("export default { name: 'bot', model: 'gpt-5.4' }")
  expect((await runIn({ files }, 'live', 'replay', plain, 'call.jsonl')).err).toContain(
    'exports no live agent',
  )
  expect((await runIn({ files }, 'live', 'replay', host, 'bad.jsonl')).err).toContain('line 10 of')
  for (const [event, fault] of faults) {
    const files = { 'bad.jsonl': JSON.stringify({ at: 0, event }) }
    const { code, err } = await runIn({ files }, 'live', 'replay', host, 'bad.jsonl')
    expect([code, err]).toEqual([2, expect.stringContaining(fault)])
  }
  expect((await runIn({ files }, 'live', 'replay', host, 'call.jsonl', '--profile', 'x')).err).toContain(
    "no profile for 'x'",
  )
})
