// The seed document's example (greeting, then booking) with each protocol's strict fake, mode and delivery.
import { describe, expect, test } from 'vitest'
import type { LiveFake } from '../../../testing/live/fake.ts'
import { geminiLive, gptLive, openaiRealtime } from '../../../testing/live/index.ts'
import { type LiveOptions, readLiveConfig } from '../../declare/read-config.ts'
import { contextDeliveries, steeringModes } from '../../steering/modes.ts'
import { withState } from '../../steering/modifier.ts'
import { Talk } from './talk.ts'

const fakes: Readonly<Record<string, LiveFake<never>>> = {
  'gemini-3.8-live': geminiLive as never,
  'gemini-2.5-live': geminiLive as never,
  'gpt-realtime': openaiRealtime as never,
  'gpt-live-1': gptLive as never,
}

const parameters = { type: 'object', properties: {} }
const restaurant = (more: Partial<LiveOptions> = {}) =>
  readLiveConfig({
    ...{ name: 'host', model: 'a-model', instruction: 'You are a helpful restaurant reservation assistant.' },
    tools: [
      { name: 'find_slot', parameters },
      { name: 'wait', parameters, background: true },
    ],
    modifiers: [withState(['guests'])],
    phases: [
      {
        ...{ name: 'greeting', instruction: 'Welcome the guest and ask how you can help.', tools: ['wait'] },
        transitions: [{ to: 'booking', when: state => state.wants === 'table' }],
      },
      { name: 'booking', instruction: 'Help the guest find an available time slot.' },
    ],
    initialPhase: 'greeting',
    ...more,
  })

const everything = (talk: Talk): string => {
  const { instruction, context } = talk.connection.view()
  return [instruction ?? '', ...context.map(({ text }) => text)].join('\n')
}

describe.each(Object.entries(fakes))('%s', (profile, fake) => {
  const variants = steeringModes.flatMap(mode => contextDeliveries.map(delivery => [mode, delivery] as const))
  const isGemini = profile.startsWith('gemini')
  const hasTurns = profile !== 'gpt-live-1'

  test.each(variants)('greeting and booking, %s, %s', (steeringMode, contextDelivery) => {
    const talk = new Talk(profile, restaurant({ steeringMode, contextDelivery }), fake)
    talk.audio()
    talk.act('user-speech-start')
    talk.act({ type: 'user-speech-stop', transcript: 'Hello' })
    talk.act({ type: 'say', text: 'Welcome!' })
    if (profile === 'gemini-2.5-live') talk.act({ type: 'handle', resumable: true })
    talk.act('turn-complete')
    talk.send({ type: 'speech-started' })
    talk.send({ type: 'speech-stopped' })
    expect(everything(talk)).toContain('Welcome the guest')
    // The guest wants a table. The model asks for nothing twice.
    talk.act('start-answer')
    talk.act({ type: 'say', text: 'Gladly.' })
    talk.send({ type: 'set', set: { wants: 'table', guests: 4 } })
    talk.act('turn-complete')
    talk.send({ type: 'sending', what: 'text', text: 'At eight.' })
    talk.audio()
    expect(talk.state.phase).toBe('booking')
    const held = everything(talk)
    expect(held).toContain('available time slot')
    expect(held).toContain('guests=4')
    expect(talk.problems).toEqual([])
    for (const connection of talk.connections) expect(connection.view().interruptions).toEqual([])
    // Law L2: if nothing changes, nothing is sent.
    if (hasTurns) {
      talk.act('start-answer')
      talk.act({ type: 'say', text: 'Done.' })
      talk.act('turn-complete')
    }
    const before = talk.frames.length
    for (let turn = 0; turn < 20 && hasTurns; turn++) {
      talk.act('start-answer')
      talk.act({ type: 'say', text: 'Yes.' })
      talk.act('turn-complete')
      talk.send({ type: 'speech-started' })
      talk.send({ type: 'speech-stopped' })
    }
    expect(talk.kinds(before)).toEqual([])
  })

  test('a result that moves the phase is told before the model gets it (53)', () => {
    const talk = new Talk(
      profile,
      restaurant({
        initialPhase: 'booking',
        phases: [
          {
            name: 'booking',
            instruction: 'Book.',
            transitions: [{ to: 'done', when: state => state.booked === true }],
          },
          { name: 'done', instruction: 'Say goodbye.' },
        ],
      }),
      fake,
    )
    if (profile === 'gpt-live-1') return
    talk.audio()
    talk.act('start-answer')
    talk.act({ type: 'call', id: 'c1', name: 'find_slot', args: {} })
    if (profile === 'gpt-realtime') talk.act('turn-complete')
    const before = talk.frames.length
    talk.send({ type: 'result', id: 'c1', value: 'booked', set: { booked: true } })
    const kinds = talk.kinds(before)
    if (isGemini && profile === 'gemini-3.8-live') expect(kinds).toEqual(['contextUpdate', 'toolResponse'])
    if (profile === 'gpt-realtime')
      expect(kinds).toEqual(['session.update', 'conversation.item.create', 'response.create'])
    expect(talk.problems).toEqual([])
    expect(talk.connection.view().interruptions).toEqual([])
  })

  test('a call that the phase does not allow is answered once, others run (59)', () => {
    if (profile === 'gpt-live-1') return
    const talk = new Talk(profile, restaurant(), fake)
    talk.audio()
    talk.act('start-answer')
    talk.act({ type: 'call', id: 'c1', name: 'find_slot', args: {} })
    talk.act({ type: 'call', id: 'c2', name: 'wait', args: {} })
    const ran = talk.effects.flatMap(effect => (effect.type === 'run' ? [effect.id] : []))
    expect(ran).toEqual(['c2'])
    talk.send({ type: 'result', id: 'c2', value: 1 })
    talk.send({ type: 'result', id: 'c2', value: 2 })
    expect(talk.connection.view().openCalls).toEqual([])
    expect(talk.problems).toEqual([])
  })
})
