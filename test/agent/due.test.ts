import {
  type Agent,
  agent,
  createSession,
  fallback,
  loop,
  type Member,
  mapOver,
  parallel,
  pipeline,
  route,
  S,
  type State,
} from 'ctxc'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentFor } from '../../src/core/program/agent-for.ts'
import { readProgram } from '../../src/core/program/read-program.ts'
import { patience } from '../laws/runs.ts'
import { type Draw, Runner } from './runner.ts'

/** Name and keys that a member may use. Branches share no key and no agent, so that their events can be distinguished. */
interface Room {
  readonly name: string
  readonly keys: readonly [string, string]
}

const room = (name: string): Room => ({ name, keys: [`${name}k`, `${name}m`] })

/** Makes programs by chance. */
class Maker {
  private readonly draw: Draw
  private readonly agents = new Map<string, Agent>()
  private rooms = 0

  constructor(draw: Draw) {
    this.draw = draw
  }

  row(at: Room, depth: number): Member[] {
    return Array.from({ length: 1 + this.draw(3) }, () => this.member(at, depth))
  }

  private member(at: Room, depth: number): Member {
    const inner = () => this.inner(at, depth - 1)
    const key = at.keys[this.draw(2)] as string
    const is = (state: State) => state[key] === 'v0'
    switch (depth === 0 ? this.draw(4) : this.draw(12)) {
      case 0:
        return this.step(at)
      case 4:
        return inner()
      case 5:
      case 6:
        return loop({ max: 1 + this.draw(3), ...(this.draw(3) > 0 && { until: is }) }, inner() as never)
      case 7:
        return route(key).is('v0', inner() as never)
      case 8:
        return route(key)
          .is('v1', inner() as never)
          .when(is, inner() as never)
          .otherwise(inner() as never)
      case 9:
        return parallel(...(this.apart(depth) as never[])) as Member
      case 10:
        return fallback(...(this.apart(depth) as never[])) as Member
      case 11:
        return mapOver({ key: `list${this.draw(4)}`, into: 'out' }, inner() as never)
      default:
        return this.agent(at)
    }
  }

  private inner(at: Room, depth: number): Member {
    return pipeline(...(this.row(at, depth) as never[])) as Member
  }

  private apart(depth: number): Member[] {
    return [0, 1].map(() => {
      const at = room(`r${this.rooms++}`)
      // Each branch begins with an agent: a branch without a message leaves no sign in the log that it ran.
      return pipeline(this.agent(at) as never, this.inner(at, depth - 1) as never) as Member
    })
  }

  /** Returns one of few agents, so that the same agent is used at several places. */
  private agent({ name, keys }: Room): Agent {
    const number = this.draw(4)
    const known = this.agents.get(`${name}a${number}`)
    if (known) return known
    const outputKey = keys[number]
    const made = agent({
      name: `${name}a${number}`,
      ...(outputKey !== undefined && { outputKey }),
      ...(number === 3 && { subAgents: [agent({ name: `${name}kid` })] }),
    })
    this.agents.set(made.name, made)
    return made
  }

  private step({ keys: [k, m] }: Room): Member {
    const steps = [
      () => S.set({ [k]: 'v0' }),
      () => S.set({ [k]: 'v1' }),
      () => S.drop(k),
      () => S.rename({ [k]: m }),
      () => S.defaults({ [m]: 'v0' }),
      () => S.transform(m, () => 'v0'),
      () => S.guard(() => true, 'fine'),
      () => S.pipe(S.drop(m), S.set({ [k]: 'v0' })),
    ]
    return (steps[this.draw(steps.length)] as () => Member)()
  }
}

const lists = { list0: [], list1: [1], list2: [1, 2], list3: [1, 2, 3] }

test('compile finds the agent that a runner calls next', { timeout: patience(60_000) }, () => {
  let asked = 0
  const numRuns = Number(process.env.CTXC_LAW_RUNS ?? 1000)
  fc.assert(
    fc.property(fc.array(fc.nat(11), { minLength: 10, maxLength: 60 }), fc.nat(), (choices, seed) => {
      let count = 0
      let random = seed
      const draw: Draw = size => {
        random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
        return (choices[count++] ?? random >>> 16) % size
      }
      const maker = new Maker(draw)
      const program = pipeline(...(maker.row(room(''), 3) as never[])) as Member
      const declaration = readProgram(program)
      // An earlier turn, of which nothing counts.
      const events = [
        { author: 'user', text: 'Hello' },
        { author: 'a0', text: 'Hello' },
        { author: 'user', text: 'Go' },
      ]
      let budget = 60
      class Enough extends Error {}
      const runner = new Runner(createSession({ state: lists, events }), draw, (next, session) => {
        if (budget-- === 0) throw new Enough()
        asked++
        expect(agentFor(declaration, session, undefined).placed.agent.name).toBe(next.name)
      })
      try {
        runner.run(program)
      } catch (error) {
        if (!(error instanceof Enough)) throw error
      }
    }),
    { numRuns },
  )
  expect(asked).toBeGreaterThan(numRuns)
})
