import { tool } from '../../src/index.ts'
import { live, type SteeringMode, startLive } from '../../src/live/index.ts'
import { BenchSocket, confirming, settled } from './bench-socket.ts'
import { largeOptions, type Size, valuesOf } from './large.ts'
import { type Spread, spreadOf } from './samples.ts'

/** Milliseconds from a change of the state to the frame at the socket. */
export interface LatencyRow extends Spread {
  readonly model: string
  readonly mode: SteeringMode
  readonly what: string
}

const size: Size = { phases: 50, modifiers: 20, keys: 10 }
const rounds = 7
const each = 300

/** Opens a conversation of 50 phases and 20 modifiers with a socket that only confirms. */
export async function opened(
  model: string,
  mode: SteeringMode,
  more: object = {},
  execute: () => unknown = () => 'Free.',
) {
  const socket = new BenchSocket(confirming)
  const tools = ['look', 'later', 'book'].map(name => tool({ name, parameters: { type: 'object' }, execute }))
  const agent = live({ ...largeOptions(model, mode, size), ...more, tools })
  const talk = startLive(agent, { connect: () => socket, state: valuesOf(size) })
  await new Promise(resolve => setTimeout(resolve, 20))
  await settled()
  return { socket, talk }
}

type Opened = Awaited<ReturnType<typeof opened>>

/** Changes the state while nobody speaks, and returns how long it takes until each first frame. */
async function timed(
  { socket, talk }: Opened,
  changes: (at: number) => Record<string, number>,
): Promise<number[]> {
  const samples: number[] = []
  for (let at = 0; at < each; at++) {
    let began = 0
    let took = Number.NaN
    socket.onSend = () => {
      if (Number.isNaN(took)) took = performance.now() - began
    }
    const values = changes(at)
    began = performance.now()
    talk.set(values)
    if (Number.isNaN(took)) throw new Error('a change was not sent at once')
    samples.push(took)
    await settled()
  }
  return samples
}

export async function latency(): Promise<LatencyRow[]> {
  const models = ['gemini-3.8-live', 'gpt-realtime']
  const modes: readonly SteeringMode[] = ['instruction-update', 'context-injection', 'hybrid']
  const talks: { model: string; mode: SteeringMode; talk: Opened; told: number[]; moved: number[] }[] = []
  for (const model of models)
    for (const mode of modes)
      talks.push({ model, mode, talk: await opened(model, mode), told: [], moved: [] })
  let count = 0
  for (let round = 0; round <= rounds; round++)
    for (const { talk, told, moved } of talks) {
      const first = await timed(talk, () => ({ told: ++count }))
      const second = await timed(talk, at => ({ stage: (at + 1 + round * each) % size.phases }))
      // The first round warms up.
      if (round > 0) {
        told.push(...first)
        moved.push(...second)
      }
    }
  for (const { talk } of talks) talk.talk.stop()
  return talks.flatMap(({ model, mode, told, moved }) => [
    { model, mode, what: 'a modifier', ...spreadOf(told, each) },
    { model, mode, what: 'the phase', ...spreadOf(moved, each) },
  ])
}
