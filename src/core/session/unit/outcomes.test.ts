import { expect, test } from 'vitest'
import type { EffectOutcome, EventInput } from '../../ir/event.ts'
import { writeFloats } from '../../text/floats.ts'
import { createSession } from '../create.ts'
import { restoreSession } from '../restore.ts'
import { Outcomes } from './outcomes.ts'

const of = (key: string, numbers: readonly number[] | null): EventInput => ({
  author: 'developer',
  actions: {
    effect: {
      kind: 'embed',
      key,
      handler: 'm',
      ...(numbers === null ? { error: 'no' } : { output: writeFloats(Float32Array.from(numbers)) }),
    } as EffectOutcome,
  },
})

test('an outcome shows no words, wherever it is, and survives JSON bit for bit', () => {
  const call = { kind: 'tool-call', id: 'c', name: 'f', arguments: {} } as const
  const words: EventInput[] = [
    { author: 'user', text: 'Hi' },
    { author: 'agent', response: 'r', parts: [call] },
    { author: 'agent', response: 'r', text: 'One moment.' },
    { author: 'tool', parts: [{ kind: 'tool-result', id: 'c', content: [] }] },
  ]
  const plain = createSession({ events: words })
  const strewn = createSession({
    events: words.flatMap((event, index) => [of(`k${index}`, [index, 0.1]), event]),
  })
  expect(strewn.units.rows.length).toBe(plain.units.rows.length)
  expect(strewn.units.openUnits()).toEqual(plain.units.openUnits())
  const { units } = restoreSession(JSON.parse(JSON.stringify(strewn)))
  expect(units.outcomes.numbersOf('k3')).toEqual(Float32Array.of(3, 0.1))
  expect(units.outcomes.allOutcomes()).toEqual(strewn.units.outcomes.allOutcomes())
})

test('the first successful outcome counts, else the first failed one', () => {
  const { outcomes } = createSession({
    events: [of('k', null), of('k', [1]), of('k', [2]), of('k', null), of('l', null)],
  }).units
  expect([outcomes.numbersOf('k'), outcomes.numbersOf('l'), outcomes.numbersOf('m')]).toEqual([
    Float32Array.of(1),
    null,
    null,
  ])
  expect(outcomes.outcomeForKey('l')).toMatchObject({ error: 'no' })
})

test('an undefined field counts as absent', () => {
  const effect = { kind: 'embed', key: 'k', handler: 'm', output: 'AACAPw==', error: undefined } as never
  const { outcomes } = createSession({
    events: [{ author: 'developer', actions: { effect } }, of('k', [2])],
  }).units
  expect(outcomes.numbersOf('k')).toEqual(Float32Array.of(1))
})

test('a session does not see outcomes of a longer one', () => {
  const short = createSession({ events: [of('k', [1])] })
  const long = short.append(of('l', [2]))
  expect(long.units.outcomes.outcomeForKey('l')).toBeDefined()
  expect([short.units.outcomes.outcomeForKey('l'), short.units.outcomes.outcomeForKey('k')]).toEqual([
    undefined,
    long.units.outcomes.outcomeForKey('k'),
  ])
  expect(long.rewind(0).fork('other').units.outcomes.outcomeForKey('l')).toBeDefined()
})

test('failures to compact never displace a compaction', () => {
  const outcome = (key: string, made: object): EffectOutcome =>
    ({ kind: 'compact', key, handler: 'm', ...made }) as EffectOutcome
  const outcomes = new Outcomes()
  outcomes.add(outcome('a', { output: 'made' }), 1)
  for (let seq = 2; seq < 60; seq++) outcomes.add(outcome(`k${seq}`, { error: 'no' }), seq)
  expect(outcomes.compactions[0]?.outcome.key).toBe('a')
  expect(outcomes.compactions.length).toBeLessThan(8)
})
