// One random conversation with faults, and the errors that are found at its end.
import { readLiveConfig } from '../../declare/read-config.ts'
import { profiles } from '../../profile/profile.ts'
import type { ContextDelivery, FlushOn, SteeringMode } from '../../steering/modes.ts'
import { when, withContext, withState } from '../../steering/modifier.ts'
import { type Faults, type Step, World } from './world.ts'

export interface Variant {
  readonly profile: string
  readonly steeringMode: SteeringMode
  readonly contextDelivery: ContextDelivery
  readonly flushOn: FlushOn
}

const engineFor = ({ profile, ...variant }: Variant) => ({
  profile: profiles[profile] as (typeof profiles)[string],
  config: readLiveConfig({
    ...{
      name: 'bot',
      model: profile,
      instruction: 'Base.',
      initialPhase: 'one',
      navigation: true,
      repairAfter: 2,
    },
    ...variant,
    tools: [
      { name: 'look', timeoutMs: 30_000 },
      { name: 'later', background: true },
    ],
    modifiers: [withState(['a', 'b'])],
    phases: [
      {
        ...{ name: 'one', instruction: 'First.', needs: ['b'], tools: ['look', 'later'] },
        transitions: [{ to: 'two', when: state => Number(state.p) === 2 }],
        modifiers: [when(state => state.c === true, 'Hurry.')],
      },
      {
        ...{
          name: 'two',
          instruction: (state: object) => `Second ${JSON.stringify((state as { d?: number }).d ?? 0)}.`,
        },
        ...{ speak: true, tools: ['later'] },
        transitions: [
          { to: 'three', when: state => Number(state.p) === 3 },
          { to: 'one', when: state => Number(state.p) === 1 },
        ],
        modifiers: [withContext(state => (state.b ? `B is ${state.b}.` : ''))],
      },
      {
        ...{ name: 'three', instruction: 'Third.', onEnterContext: () => 'Welcome to three.' },
        transitions: [{ to: 'one', when: state => Number(state.p) === 1 }],
      },
    ],
  }),
})

/** Number of trials whose conversation ended because no connection worked. */
export const outcomes = { ended: 0 }

/** Runs a conversation of random events, lets all work end, and returns the errors that were found. */
export function trial(variant: Variant, seed: number, events: number, step?: Step): Faults {
  const engine = engineFor(variant)
  const world = new World(engine, seed, step)
  world.send({ type: 'start' })
  world.pass(100)
  for (let count = 0; count < events; count++) {
    act(world, engine.profile.hasTurns)
    world.pass(Math.floor(seed % 7) * 5)
  }
  rest(world)
  // Several connections in a row without a sign of life end the conversation, which then has no texts.
  if (world.state.status === 'ended') outcomes.ended += 1
  else world.judge()
  return world.faults
}

function act(world: World, hasTurns: boolean): void {
  const kind = world.pick([
    ...([
      'key',
      'key',
      'phase',
      'phase',
      'speech',
      'stop',
      'answer',
      'turn',
      'turn',
      'turn',
      'interrupt',
    ] as const),
    ...([
      'call',
      'result',
      'result',
      'cancel',
      'audio',
      'text',
      'drop',
      'handle',
      'handle',
      'away',
      'time',
      'time',
    ] as const),
  ])
  if (kind === 'time') return world.pass(world.pick([10, 100, 1_000, 6_000]))
  if (kind === 'key')
    return world.send({
      type: 'set',
      set: { [world.pick(['a', 'b', 'c', 'd'])]: world.pick([0, 1, true, 'x', null]) },
    })
  if (kind === 'phase') return world.send({ type: 'set', set: { p: world.pick([1, 2, 3]) } })
  if (kind === 'result') {
    const id = world.pick(world.open)
    if (id !== undefined)
      world.send({
        type: 'result',
        id,
        value: 1,
        ...(world.chance(0.5) && { set: { p: world.pick([1, 2, 3]) } }),
      })
    return
  }
  if (kind === 'audio') return world.send({ type: 'sending', what: 'audio' })
  if (!world.isOpen || world.state.status !== 'open') return
  if (kind === 'text') return world.send({ type: 'sending', what: 'text', text: 'Hi' })
  if (kind === 'drop') return world.chance(0.3) ? world.drop() : undefined
  if (kind === 'handle') return world.giveHandle(world.chance(0.8))
  if (kind === 'away') return world.chance(0.2) ? world.send({ type: 'go-away', timeLeft: 5_000 }) : undefined
  if (kind === 'call') return world.call(world.chance(0.3))
  if (kind === 'cancel') return void 0
  if (!hasTurns) {
    // On models without turns, a pause or the user's speech ends a turn.
    if (kind === 'answer' || kind === 'turn') world.send({ type: 'spoke', text: 'Yes.' })
    if (kind === 'speech' || kind === 'stop') world.send({ type: 'heard', text: 'Hm?' })
    return
  }
  if (kind === 'speech' && !world.isAnswering) return world.send({ type: 'speech-started' })
  if (kind === 'stop') return world.send({ type: 'speech-stopped' })
  if (kind === 'answer' && !world.isAnswering) {
    world.beginAnswer()
    return world.send({ type: 'spoke', text: 'Yes.' })
  }
  if (kind === 'turn' && world.isAnswering) endTurn(world)
  if (kind === 'interrupt' && world.isAnswering) {
    world.isAnswering = false
    world.send({ type: 'interrupted' })
    world.send({ type: 'turn-complete' })
  }
}

function endTurn(world: World): void {
  world.isAnswering = false
  world.send({ type: 'turn-complete' })
}

/** Lets all work end: no more faults, all calls answered, all turns over, and one more speech of the user. */
export function rest(world: World): void {
  world.trouble = 0
  for (let round = 0; round < 6; round++) {
    world.pass(20_000)
    for (const id of world.open) world.send({ type: 'result', id, value: 1 })
    world.pass(1_000)
    if (world.isAnswering) endTurn(world)
    world.pass(1_000)
    world.send({ type: 'speech-stopped' })
    world.giveHandle(true)
    world.pass(1_000)
    if (world.isAnswering) endTurn(world)
  }
  if (!world.isOpen) return
  world.send({ type: 'sending', what: 'text', text: 'Bye' })
  world.pass(20_000)
  if (world.isAnswering) endTurn(world)
  world.pass(20_000)
  // The server gives a handle after each turn, so changes that need a new connection can be made.
  world.giveHandle(true)
  world.pass(20_000)
  // Deferred context is sent together with the user's next input.
  world.send({ type: 'sending', what: 'audio' })
  world.pass(1_000)
  world.send({ type: 'speech-started' })
  world.pass(20_000)
}
