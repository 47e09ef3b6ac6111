import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ModelAction } from './action.ts'
import type { FakeOutput, LiveFake } from './fake.ts'
import { geminiLive } from './gemini/index.ts'
import { createMemory } from './memory.ts'
import { gptLive } from './openai-live/index.ts'
import { openaiRealtime } from './openai-realtime/index.ts'

const fakes: readonly (readonly [string, LiveFake<any>, readonly object[], readonly string[]])[] = [
  [
    'gemini',
    geminiLive,
    [{ setup: { model: 'm', sessionResumption: {} } }],
    [
      'setup',
      'clientContent',
      'realtimeInput',
      'toolResponse',
      'contextUpdate',
      'turns',
      'text',
      'functionResponses',
    ],
  ],
  [
    'openai-realtime',
    openaiRealtime,
    [{ type: 'session.update', session: { type: 'realtime' } }, { type: 'response.create' }],
    ['type', 'session', 'item', 'item_id', 'response', 'audio', 'event_id', '__proto__'],
  ],
  [
    'gpt-live',
    gptLive,
    [{ type: 'session.start', session: { model: 'm' } }],
    ['type', 'session', 'content', 'delegation_id', 'audio', 'item', 'event_id', 'constructor'],
  ],
]

const types = [
  ...['session.update', 'conversation.item.create', 'conversation.item.delete', 'conversation.item.truncate'],
  ...['input_audio_buffer.append', 'input_audio_buffer.commit', 'response.create', 'response.cancel'],
  ...['session.start', 'session.update', 'session.thinking.append', 'session.close', 'response.item.create'],
  ...['toString', '__proto__'],
]

const actions: fc.Arbitrary<ModelAction> = fc.oneof(
  fc.constantFrom<ModelAction>(
    ...(['open', 'tick', 'start-answer', 'generation-complete', 'turn-complete', 'interrupt'] as const).map(
      type => ({ type }),
    ),
    ...(['user-speech-start', 'ack'] as const).map(type => ({ type })),
    { type: 'user-speech-stop', transcript: 'hi' },
    { type: 'say', text: 'hello' },
    { type: 'say', text: 'aside', outOfBand: true },
    { type: 'call', id: 'c1', name: 'f', args: {} },
    { type: 'cancel-calls', ids: ['c1'] },
    { type: 'go-away', timeLeft: 500 },
    { type: 'handle', resumable: true },
    { type: 'usage', input: 1, output: 1 },
    { type: 'drop-oldest', count: 1 },
    { type: 'error', code: 'e' },
  ),
)

const frames = (good: readonly object[], keys: readonly string[]) => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...types, 'c1', 'AAAA', 'item_1', 0))
  const object = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 })
  const typed = fc.tuple(fc.constantFrom(...types), object).map(([type, rest]) => ({ ...rest, type }))
  return fc.oneof(
    fc.constantFrom(...good),
    object,
    typed,
    fc.anything(),
    fc.jsonValue().map(v => JSON.stringify(v)),
  )
}

describe.each(fakes)('%s', (_name, fake, good, keys) => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ frame: frames(good, keys) }) },
    { weight: 1, arbitrary: fc.record({ action: actions }) },
  )
  const run = (input: readonly any[]) => {
    let state = fake.connect({}, createMemory())
    return input.map((one, i): readonly FakeOutput[] => {
      const [next, outputs] =
        'action' in one ? fake.act(state, one.action, i * 100) : fake.receive(state, one.frame, i * 100)
      state = next
      return outputs
    })
  }
  test('no sequence of frames throws, and the answers are the same each time', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), input => {
        const first = run(input)
        expect(run(input)).toEqual(first)
        const flat = first.flat()
        for (const output of flat) expect('send' in output || 'close' in output).toBe(true)
        // The connection closes once, and nothing follows.
        const end = flat.findIndex(output => 'close' in output)
        if (end >= 0) expect(flat.length).toBe(end + 1)
      }),
      { numRuns: 500 },
    )
  })
  test('a state of the past stays valid', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), step, (input, last: any) => {
        let state = fake.connect({}, createMemory())
        for (const one of input as any[])
          [state] = 'action' in one ? fake.act(state, one.action, 0) : fake.receive(state, one.frame, 0)
        const again = () =>
          'action' in last ? fake.act(state, last.action, 1) : fake.receive(state, last.frame, 1)
        const before = JSON.stringify(fake.view(state))
        expect(again()).toEqual(again())
        expect(JSON.stringify(fake.view(state))).toBe(before)
      }),
      { numRuns: 200 },
    )
  })
})
