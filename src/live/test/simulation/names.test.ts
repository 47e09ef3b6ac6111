// Phase names that are also slot names. The ids of their slots must be different.
import { expect, test } from 'vitest'
import { readLiveConfig } from '../../declare/read-config.ts'
import type { LiveEvent } from '../../engine/event.ts'
import { newEngineState } from '../../engine/state.ts'
import { step } from '../../engine/step.ts'
import { profiles } from '../../profile/profile.ts'
import { when } from '../../steering/modifier.ts'
import { createCodec } from '../../wire/codec-for.ts'
import { gemini, Line } from '../scenarios/line.ts'

const always = (text: string) => when(() => true, text)
const steeringMode = 'context-injection'
const profile = profiles[gemini] as (typeof profiles)[string]

test('a phase called default has modifiers of its own beside those of every phase', () => {
  const phases = [{ name: 'default', modifiers: [always('Of the phase.')] }]
  const options = { name: 'bot', model: gemini, steeringMode, initialPhase: 'default', phases } as const
  const config = readLiveConfig({ ...options, modifiers: [always('Of all.')] })
  const queue: LiveEvent[] = [{ type: 'start' }, { type: 'opened' }, { type: 'ready' }]
  let state = newEngineState()
  let sent = 0
  // If both slots were `default/0`, each would replace the other forever.
  for (let next = queue.shift(); next !== undefined && sent < 50; next = queue.shift()) {
    const [after, effects] = step({ config, profile }, state, next)
    state = after
    for (const effect of effects)
      if (effect.type === 'send') queue.push({ type: 'written', frame: effect.frame })
    sent += effects.filter(({ type }) => type === 'send').length
  }
  expect(sent).toBeLessThan(50)
})

test('a phase called late is told its modifiers once', () => {
  const phases = [{ name: 'late', modifiers: [always('Of the phase.')] }]
  const line = new Line(gemini, { steeringMode, initialPhase: 'late', phases })
  expect(line.turn()).toEqual([])
})

test('blocks of phases with names in another script have tags of their own', () => {
  const phases = [
    { name: '挨拶', modifiers: [always('Greet.')], transitions: [{ to: '予約', when: () => true }] },
    { name: '予約', modifiers: [always('Book.')] },
  ]
  const line = new Line(gemini, { steeringMode, initialPhase: '予約', phases })
  const tagOf = (slot: string): string => {
    const block = { slot, text: 'x', isDeveloper: true, item: 'i' }
    const [frame] = createCodec({ profile, config: {} as never }).encode(
      { kind: 'context', blocks: [block] },
      1,
    )
    return JSON.stringify(frame)
  }
  expect(Object.keys(line.state.told)).toContain('phase/予約/0')
  expect(tagOf('phase/予約/0')).not.toBe(tagOf('phase/挨拶/0'))
})
