// A conversation of a whole day: the size of the engine's state depends on declarations, not on what was said.
import { expect, test } from 'vitest'
import { profiles } from '../../profile/profile.ts'
import { steeringModes } from '../../steering/modes.ts'
import { when, withContext, withState } from '../../steering/modifier.ts'
import { Line } from '../scenarios/line.ts'

const stages = [0, 1, 2, 3, 4]

const optionsOf = (steeringMode: (typeof steeringModes)[number]) => ({
  ...{ steeringMode, initialPhase: 'stage0', navigation: true, repairAfter: 2 },
  tools: [
    { name: 'look', timeoutMs: 30_000 },
    { name: 'later', background: true },
  ],
  modifiers: [withState(['mood', 'name']), when(state => state.mood === 1, 'Hurry.')],
  extract: { keys: ['name'], run: () => null },
  phases: stages.map(at => ({
    ...{ name: `stage${at}`, instruction: `Stage ${at}.`, needs: ['name', 'time'], tools: ['look', 'later'] },
    ...{ speak: at % 2 === 0, onEnterContext: () => `Welcome to ${at}.` },
    modifiers: [withContext(state => `Mood ${state.mood} in ${at}.`)],
    transitions: stages.map(to => ({
      to: `stage${to}`,
      when: (state: object) => to !== at && 'stage' in state && state.stage === to,
    })),
  })),
})

/** One turn. Calls, lost writes, lost connections and phases repeat after 100 turns. */
function turn(line: Line, count: number): void {
  line.send({ type: 'speech-started' }, { type: 'speech-stopped' }, { type: 'heard', text: `At ${count}.` })
  line.send({ type: 'answer-started' }, { type: 'spoke', text: `Turn ${count}.` })
  line.set({ mood: count % 4, 'turn:said': count })
  if (count % 10 === 5)
    line.send({ type: 'called', id: `c${count}`, name: count % 20 === 5 ? 'look' : 'later', args: {} })
  if (count % 50 === 25) {
    line.send(
      { type: 'closed', reason: 'cut' },
      { type: 'opened' },
      { type: 'ready' },
      { type: 'answer-started' },
    )
  }
  if (count % 10 === 5)
    line.send({ type: 'result', id: `c${count}`, value: `Result ${count}`, set: { time: count } })
  if (count % 20 === 0) line.set({ stage: (count / 20) % stages.length })
  if (count % 4 === 3) line.send({ type: 'extracted', set: { name: `Name ${count}`, other: count } })
  if (count % 5 === 0) line.send({ type: 'handle', id: `handle ${count}` })
  if (count % 25 === 7) {
    line.isWriting = false
    line.set({ mood: 5 })
    line.send({ type: 'interrupted' })
    for (const frame of Object.keys(line.state.flying)) line.send({ type: 'failed', frame: Number(frame) })
    line.isWriting = true
    line.send({ type: 'timer', name: 'retry' }, { type: 'speech-stopped' })
  }
  if (count % 10 === 8) line.send({ type: 'sending', what: 'text', text: `Written ${count}` })
  line.send({ type: 'turn-complete' })
  // Profiles without updates change the connection to change the instruction.
  if (line.state.status === 'connecting') line.send({ type: 'opened' }, { type: 'ready' })
  line.effects.length = 0
}

/** Returns the state's size as JSON. Each number and hash counts as one digit, because turn numbers get longer. */
const sizeOf = ({ state }: Line): number =>
  JSON.stringify(state)
    .replace(/context:[0-9a-f]+/g, 'context:0')
    .replace(/\d+/g, '0').length

test.each(
  Object.keys(profiles).map(
    (profile, at) => [profile, steeringModes[at % 3] as (typeof steeringModes)[number]] as const,
  ),
)('%s, %s: the state is no larger after 10,000 turns than after 100', (profile, steeringMode) => {
  const line = new Line(profile, optionsOf(steeringMode))
  const sizes: number[] = []
  for (let count = 1; count <= 10_000; count++) {
    turn(line, count)
    if (count % 100 === 0) sizes.push(sizeOf(line))
  }
  expect(line.state.turn).toBe(10_000)
  expect(line.state.status).toBe('open')
  expect(Math.max(...sizes)).toBe(sizes[0])
})
