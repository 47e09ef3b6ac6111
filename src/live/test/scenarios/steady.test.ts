// Conversations without failures: scenarios 13 to 34 of reference/live-2026.md, by number.
import { describe, expect, test } from 'vitest'
import { when, withState } from '../../steering/modifier.ts'
import { contextIn, gemini, gptLive, kinds, Line, older, openai } from './line.ts'

const to = (name: string, key = 'p') => ({
  to: name,
  when: (state: object) => (state as Record<string, unknown>)[key] === name,
})
const phases = [
  { name: 'a', instruction: 'Do a.', tools: ['x'], transitions: [to('b')] },
  { name: 'b', instruction: 'Do b.', transitions: [to('a')] },
]
const two = { phases, initialPhase: 'a', tools: [{ name: 'x' }, { name: 'y' }] }
const injected = { steeringMode: 'context-injection' } as const

describe.each([gemini, older, openai, gptLive])('%s', profile => {
  test('16: a guard that throws is a note, not a crash', () => {
    const thrower = () => {
      throw new Error('no')
    }
    const line = new Line(profile, {
      phases: [{ name: 'a', transitions: [{ to: 'a', when: thrower }] }],
      initialPhase: 'a',
    })
    line.set({ p: 1 })
    expect(line.notes()).toContain('CX8008')
    expect(line.state.phase).toBe('a')
  })

  test('19 and 20: transitions to itself and in a circle are bounded', () => {
    const always = () => true
    const line = new Line(profile, {
      phases: [
        { name: 'a', transitions: [{ to: 'b', when: always }] },
        {
          name: 'b',
          transitions: [
            { to: 'a', when: always },
            { to: 'b', when: always },
          ],
        },
      ],
      initialPhase: 'a',
    })
    expect(line.notes()).toContain('CX8009')
    expect(line.turn().length).toBeLessThan(4)
  })

  test('21: an entry guard that fails falls through to the next transition', () => {
    const go = (state: object) => (state as { go?: boolean }).go === true
    const line = new Line(profile, {
      phases: [
        {
          name: 'a',
          transitions: [
            { to: 'b', when: go },
            { to: 'c', when: go },
          ],
        },
        { name: 'b', guard: () => false },
        { name: 'c' },
      ],
      initialPhase: 'a',
    })
    line.set({ go: true })
    expect(line.state.phase).toBe('c')
  })

  test('22: speak false of a phase beats the default of true', () => {
    const line = new Line(profile, { speak: true, phases: [{ name: 'a', speak: false }], initialPhase: 'a' })
    expect(line.of('send').map(({ message }) => message.kind)).not.toContain('speak')
  })

  test('23 (L1): the first phase is told once', () => {
    for (const steeringMode of ['instruction-update', 'context-injection', 'hybrid'] as const) {
      const line = new Line(profile, { ...two, steeringMode })
      const sent = line.of('send').map(({ message }) => message)
      expect(JSON.stringify(sent).split('Do a.').length - 1).toBe(1)
      expect([...line.turn(), ...line.turn()]).toEqual([])
    }
  })

  test('24 (L2): 1,000 turns without a change send nothing', () => {
    const line = new Line(profile, { ...two, modifiers: [withState(['k'])] }, { k: 1 })
    const sent = Array.from({ length: 1_000 }, () => line.turn())
    expect(sent.flat()).toEqual([])
  })

  test('25 and 27: a change of one modifier is one message with that modifier alone', () => {
    const line = new Line(
      profile,
      { ...two, ...injected, modifiers: [withState(['k', 'm']), withState(['n'])] },
      { k: 1, n: 1 },
    )
    const sent = line.set({ k: 2, m: 3 })
    expect(kinds(sent.filter(({ kind }) => kind !== 'remove'))).toEqual(['context'])
    expect(contextIn(sent)).toEqual({ 'default/0': 'Current context: k=2, m=3' })
  })

  test('30 and 33: modifiers and needs are those of the new phase', () => {
    const line = new Line(profile, {
      ...{ ...injected, navigation: true, initialPhase: 'a' },
      phases: [
        { name: 'a', needs: ['guests'], modifiers: [when(() => true, 'In a.')], transitions: [to('b')] },
        { name: 'b', needs: ['time'], modifiers: [when(() => true, 'In b.')] },
      ],
    })
    const texts = contextIn(line.set({ p: 'b' }))
    expect(texts['phase/b/0']).toBe('In b.')
    expect(texts.navigation).toContain('Still to find out: time.')
  })

  test('108: null neither satisfies a need nor erases a value', () => {
    const line = new Line(profile, {
      ...injected,
      navigation: true,
      phases: [{ name: 'a', needs: ['k'] }],
      initialPhase: 'a',
    })
    line.set({ k: null })
    expect(line.state.told.navigation?.text).toContain('Still to find out: k.')
  })
})

test('26: a value that comes back before the gate opens is not sent', () => {
  const line = new Line(gemini, { ...injected, modifiers: [withState(['k'])] }, { k: 1 })
  line.send({ type: 'answer-started' })
  expect([...line.set({ k: 2 }), ...line.set({ k: 1 }), ...line.send({ type: 'turn-complete' })]).toEqual([])
})

test('28: tools are told each time that they change, all tools included', () => {
  const line = new Line(openai, two)
  const tools = (sent: ReturnType<Line['set']>) =>
    sent.flatMap(message => (message.kind === 'update' ? [message.tools] : []))
  expect(tools(line.set({ p: 'b' }))).toEqual([['x', 'y']])
  expect(tools(line.set({ p: 'a' }))).toEqual([['x']])
})

test('28: where tools cannot be replaced, an advisory says which are for now, and is taken back', () => {
  const line = new Line(gptLive, two)
  expect(line.state.told.advisory?.text).toBe('Tools for now: x.')
  expect(contextIn(line.set({ p: 'b' })).advisory).toBe('No longer applies.')
})

test('29 and 31: a transition in hybrid replaces the instruction first, then sends each text once', () => {
  const line = new Line(openai, { ...two, steeringMode: 'hybrid', modifiers: [withState(['p'])] })
  const sent = line.set({ p: 'b' })
  expect(kinds(sent).filter(kind => kind !== 'remove')).toEqual(['update', 'context'])
  expect(sent[0]).toMatchObject({ instruction: 'Base.\n\nDo b.', tools: ['x', 'y'] })
  expect(contextIn(sent)).toEqual({ 'default/0': 'Current context: p="b"' })
})

test('32: instruction-update refreshes modifiers in every turn', () => {
  const line = new Line(gemini, { modifiers: [withState(['k'])] }, { k: 1 })
  const [update] = line.set({ k: 2 })
  expect(update).toMatchObject({ kind: 'update', instruction: expect.stringContaining('k=2') })
})
