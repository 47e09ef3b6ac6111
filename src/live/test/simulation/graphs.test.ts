// Random phase graphs and conversations. `LIVE_GRAPHS` is their number.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { step } from '../../engine/step.ts'
import { type Act, act, engineOf, type Graph, graph } from './graph.ts'
import { Oracle } from './graph-oracle.ts'
import { rest } from './trial.ts'
import { type Step, World } from './world.ts'

const numRuns = Number(process.env.LIVE_GRAPHS ?? 200)

/** Returns the engine with checks: each step is compared with the oracle, and repeated from stored JSON. */
function watched(given: Graph): Step {
  const oracle = new Oracle(given, { a: 0 })
  const names = given.phases.map(({ name }) => name)
  return (engine, state, event) => {
    const made = step(engine, state, event)
    const stored = JSON.parse(JSON.stringify(state)) as typeof state
    expect(JSON.stringify(step(engine, stored, event))).toBe(JSON.stringify(made))
    const [after, effects] = made
    const entered = effects.filter(({ type }) => type === 'phase').length
    // The first phase is entered as well.
    expect(entered).toBeLessThanOrEqual(names.length + (event.type === 'start' ? 1 : 0))
    // A conversation that has ended ignores events.
    if (state.status !== 'ended') oracle.take(event, effects)
    expect(after.phase).toBe(oracle.phase)
    if (after.status !== 'new') expect(names).toContain(after.phase)
    expect(after.values).toEqual(oracle.state)
    return made
  }
}

function perform(world: World, given: Act, hasTurns: boolean): void {
  switch (given.act) {
    case 'set':
    case 'extracted':
      return world.send({ type: given.act, set: { [given.key]: given.value } })
    case 'delete':
      return world.send({ type: 'set', set: {}, delete: [given.key] })
    case 'pass':
      return world.pass(given.milliseconds)
    case 'result': {
      const id = world.open[given.at]
      const set = { [given.key]: given.value }
      return id === undefined ? undefined : world.send({ type: 'result', id, value: 1, set })
    }
    case 'audio':
      return world.send({ type: 'sending', what: 'audio' })
  }
  if (!world.isOpen || world.state.status !== 'open') return
  if (given.act === 'call') world.call(given.isBackground)
  if (given.act === 'text') world.send({ type: 'sending', what: 'text', text: 'Hi' })
  if (given.act === 'drop') world.drop()
  if (given.act === 'handle') world.giveHandle(true)
  if (given.act === 'away') world.send({ type: 'go-away', timeLeft: 5_000 })
  if (!hasTurns) return
  if (given.act === 'silence') world.send({ type: 'speech-stopped' })
  if (given.act === 'speech' && !world.isAnswering) world.send({ type: 'speech-started' })
  if (given.act === 'answer' || (given.act === 'turn' && !world.isAnswering)) {
    world.beginAnswer()
    world.send({ type: 'spoke', text: 'Yes.' })
  }
  if (!world.isAnswering || !['turn', 'goes-on', 'interrupt'].includes(given.act)) return
  const goesOn = given.act === 'goes-on'
  if (!goesOn) world.isAnswering = false
  if (given.act === 'interrupt') world.send({ type: 'interrupted' })
  world.send({ type: 'turn-complete', goesOn })
}

test('114 and 116: any graph of phases keeps the laws, and goes on from any stored state', {
  timeout: 600_000,
}, () => {
  let rested = 0
  const property = fc.property(
    graph,
    fc.array(act, { maxLength: 60, size: 'max' }),
    fc.nat(),
    (given, acts, seed) => {
      const engine = engineOf(given)
      const world = new World(engine, seed, watched(given))
      world.trouble = 0
      world.send({ type: 'start' })
      world.pass(100)
      for (const each of acts) {
        perform(world, each, engine.profile.hasTurns)
        world.pass(5)
      }
      rest(world)
      // Phases that lead to each other and speak on entry never become quiet.
      if (world.isAnswering || world.state.status !== 'open') return
      rested++
      world.judge()
      expect(world.faults).toEqual({
        ...{ lost: 0, interrupting: 0, overtaken: 0, doubled: 0, twiceAfterResume: 0, unanswered: 0 },
      })
    },
  )
  fc.assert(property, { numRuns })
  expect(rested).toBeGreaterThan(numRuns / 2)
})
