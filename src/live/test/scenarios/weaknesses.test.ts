// Weaknesses of an earlier runtime that no scenario covers, by number in reference/live-and-memory.md A5.
import { describe, expect, test } from 'vitest'
import { readLiveConfig } from '../../declare/read-config.ts'
import { profiles } from '../../profile/profile.ts'
import { withState } from '../../steering/modifier.ts'
import { createCodec } from '../../wire/codec-for.ts'
import { contextIn, gemini, kinds, Line, openai } from './line.ts'

const needing = { phases: [{ name: 'a', needs: ['time'] }], initialPhase: 'a', repairAfter: 1 } as const
const injected = { ...needing, steeringMode: 'context-injection' } as const
const tools = [{ name: 'x' }]

describe.each([gemini, openai])('%s', model => {
  test('8: a reminder never lets the model speak, and waits while the user does', () => {
    const line = new Line(model, injected)
    line.turn()
    line.send({ type: 'answer-started' }, { type: 'turn-complete' })
    const sent = line.of('send').map(({ message }) => message)
    expect(Object.keys(contextIn(sent))).toContain('nudge')
    expect(kinds(sent)).not.toContain('speak')
  })

  test('24: an empty text gathers nothing, as null does', () => {
    const line = new Line(model, { ...injected, navigation: true })
    line.set({ time: '' })
    expect(line.state.told.navigation?.text).toContain('time')
    line.set({ time: 'eight' })
    expect(line.state.told.navigation?.text).not.toContain('time')
  })

  test('6: a text that depends on what was extracted is told with it', () => {
    const line = new Line(model, {
      ...{ steeringMode: 'context-injection', initialPhase: 'a', extract: { keys: ['p'], run: () => ({}) } },
      phases: [
        { name: 'a', transitions: [{ to: 'b', when: (state: { p?: unknown }) => state.p === 1 }] },
        { name: 'b', instruction: (state: { p?: unknown }) => `P is ${state.p}.` },
      ],
    } as never)
    expect(contextIn(line.send({ type: 'extracted', set: { p: 1 } }))).toMatchObject({ phase: 'P is 1.' })
  })

  test('30: calls of one name at a time have their own arguments and results', () => {
    const line = new Line(model, { tools })
    const call = (id: string) => ({ type: 'called', id, name: 'x', args: { id } }) as const
    const sent = line.send(
      call('c1'),
      call('c2'),
      { type: 'result', id: 'c2', value: 2 },
      { type: 'result', id: 'c1', value: 1 },
    )
    expect(line.of('run').map(({ id, args }) => [id, args.id])).toEqual([
      ['c1', 'c1'],
      ['c2', 'c2'],
    ])
    const results = sent.flatMap(message =>
      message.kind === 'result' ? [[message.call, message.value]] : [],
    )
    expect(results).toEqual([
      ['c2', 2],
      ['c1', 1],
    ])
  })

  test('19 and 21: transitions see every change at once, not at the end of the turn alone', () => {
    const line = new Line(model, {
      ...{ initialPhase: 'a', tools },
      phases: [
        { name: 'a', transitions: [{ to: 'b', when: (state: { p?: unknown }) => state.p === 1 }] },
        { name: 'b' },
      ],
    } as never)
    line.send({ type: 'answer-started' })
    line.set({ p: 1 })
    expect(line.state.phase).toBe('b')
  })
})

describe('the wire of Gemini', () => {
  const codec = () =>
    createCodec({
      profile: profiles[gemini]!,
      config: readLiveConfig({ name: 'bot', model: gemini, tools, modifiers: [withState(['k'])] }),
    })

  test('32: names of fields inside the arguments of a call are no fields of the frame', () => {
    const args = { setupComplete: {}, goAway: { timeLeft: '1s' }, serverContent: { interrupted: true } }
    const frame = { toolCall: { functionCalls: [{ id: 'c1', name: 'x', args }] } }
    expect(codec().decode(frame)).toEqual([{ type: 'called', id: 'c1', name: 'x', args }])
  })

  test('32: an interruption does not hide what else its frame holds', () => {
    const frame = {
      serverContent: { interrupted: true, turnComplete: true },
      usageMetadata: { totalTokenCount: 5 },
    }
    expect(
      codec()
        .decode(frame)
        .map(({ type }) => type),
    ).toEqual(['interrupted', 'turn-complete', 'usage'])
  })

  test('33: audio names its rate', () => {
    expect(JSON.stringify(codec().audio('AAAA'))).toContain('audio/pcm;rate=16000')
  })
})
