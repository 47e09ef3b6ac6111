import {
  type Fallback,
  type Group,
  isAgent,
  isGroup,
  type Loop,
  type MapOver,
  type Member,
  type Route,
} from '../program/member.ts'
import { answering } from '../program/routes.ts'
import { isStateStep, type StateStep } from '../state/step.ts'
import { AgentFlow } from './agent-flow.ts'
import { isExhausted } from './answers.ts'
import { runBranches, runEach } from './branches.ts'
import { written } from './cell.ts'
import { Memo } from './memo.ts'
import { anyOf, nothing, type Outcome, once, onTheWay } from './outcome.ts'
import { within } from './place.ts'
import type { Recorder } from './recorder.ts'
import { runRounds } from './rounds.ts'
import { StepFlow } from './step-flow.ts'
import { each, having, join, type Worlds } from './worlds.ts'

/** Goes through a program once for all the ways that it may take. */
export class Interpreter {
  private readonly recorder: Recorder
  private readonly agents: AgentFlow
  private readonly memo: Memo

  constructor(recorder: Recorder) {
    this.recorder = recorder
    this.agents = new AgentFlow(recorder)
    this.memo = new Memo(recorder)
  }

  run(member: Member, place: string, before: Worlds): Outcome {
    // Nothing leads to it.
    if (before.length === 0) return nothing(before)
    this.recorder.reached.add(place)
    if (isAgent(member)) return this.agents.run(member, place, before)
    if (isStateStep(member)) return this.step(member, place, before)
    if (isGroup(member)) return this.memo.run(place, before, worlds => this.group(member, place, worlds))
    for (const world of before) this.recorder.lookAtAll(world)
    return nothing(before)
  }

  private group(group: Group, place: string, before: Worlds): Outcome {
    switch (group.kind) {
      case 'pipeline':
        return this.row(group.members, place, before)
      case 'parallel':
        return this.parallel(group.members, place, before)
      case 'loop':
        return this.loop(group, place, before)
      case 'route':
        return this.route(group, place, before)
      case 'fallback':
        return this.fallback(group, place, before)
      case 'mapOver':
        return this.mapOver(group, place, before)
    }
  }

  private row(members: readonly Member[], place: string, before: Worlds): Outcome {
    let after = before
    const outcomes = members.map((member, index) => {
      const outcome = this.run(member, within(place, 'members', index), after)
      after = outcome.after
      return outcome
    })
    return { ...onTheWay([nothing(before), ...outcomes]), after }
  }

  private step(step: StateStep, place: string, before: Worlds): Outcome {
    const flow = new StepFlow(this.recorder, place)
    const done = before.map(world => ({ world, ...flow.run(step, world) }))
    const after = join(done.flatMap(({ after }) => (after === null ? [] : [after])))
    const failed = () => join(done.filter(({ mayFail }) => mayFail).map(({ world }) => world))
    return { after, failed, during: () => join(before, after) }
  }

  private parallel(members: readonly Member[], place: string, before: Worlds): Outcome {
    const branches = members.map((member, index) => {
      const at = within(place, 'members', index)
      return (worlds: Worlds) => this.run(member, at, worlds)
    })
    return anyOf(before.map(world => runBranches(this.recorder, place, branches, world)))
  }

  private loop({ members, until, max }: Loop, place: string, before: Worlds): Outcome {
    return runRounds(this.recorder, { place, max, mayEnd: until !== null }, before, worlds => {
      const outcome = this.row(members, place, worlds)
      if (until !== null) for (const world of outcome.after) this.recorder.lookAtAll(world)
      return outcome
    })
  }

  private route({ key, ways, other }: Route, place: string, before: Worlds): Outcome {
    if (ways.some(way => 'is' in way))
      for (const world of before)
        this.recorder.look(
          { need: 'route', place, reader: 'the route', key, reference: key, path: [], field: 'key' },
          world,
        )
    if (ways.some(way => 'when' in way)) for (const world of before) this.recorder.lookAtAll(world)
    // Without the key, no way that asks for a value of it is taken.
    const there = having(before, key)
    const outcomes = ways.map((way, index) =>
      this.run(way.member, within(place, 'ways', index, 'member'), 'is' in way ? there : before),
    )
    const left = before.filter(world => !isExhausted(world.get(key), ways))
    const rest = other === null ? nothing(left) : this.run(other, within(place, 'other'), left)
    return anyOf([...outcomes, rest, { ...nothing(before), after: [] }])
  }

  private fallback({ members }: Fallback, place: string, before: Worlds): Outcome {
    let failed = before
    const outcomes = members.map((member, index) => {
      const outcome = this.run(member, within(place, 'members', index), failed)
      failed = outcome.failed()
      return outcome
    })
    return { ...anyOf(outcomes), failed: () => failed }
  }

  /** Every round is a branch of its own, with its item; there may be none. */
  private mapOver({ key, item, into, member }: MapOver, place: string, before: Worlds): Outcome {
    const { recorder } = this
    const about = {
      need: 'list',
      place,
      reader: 'mapOver',
      key,
      reference: key,
      path: [],
      field: 'key',
    } as const
    for (const world of before) recorder.look(about, world)
    const there = having(before, key)
    const given = recorder.write({ key: item, by: { kind: 'item', name: key }, place, making: 'made' })
    const rounds = anyOf(
      there.map(world =>
        runEach(world, inner => {
          const begin = [inner.with(item, written(given))]
          const outcome = recorder.apart(item, () => this.run(member, within(place, 'member'), begin))
          // The item is there in its round only.
          const back = (worlds: Worlds): Worlds => each(worlds, end => end.back(item, inner))
          return {
            after: back(outcome.after),
            failed: once(() => back(outcome.failed())),
            during: once(() => back(outcome.during())),
          }
        }),
      ),
    )
    const by = { kind: 'mapOver', name: key, agents: [...answering(member)] } as const
    const answers = recorder.write({ key: into, by, place, making: 'made' })
    const after = each(rounds.after, world => {
      recorder.replace(world, into, place)
      recorder.didWrite(answers)
      return world.with(into, written(answers))
    })
    const lost = before.filter(world => world.get(key).presence !== 'there')
    return {
      after,
      failed: once(() => join(rounds.failed(), lost)),
      during: once(() => join(before, rounds.during(), after)),
    }
  }
}
