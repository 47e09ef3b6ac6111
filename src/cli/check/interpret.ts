import type { Agent } from '../../core/agent/agent.ts'
import {
  type Fallback,
  isGroup,
  type Loop,
  type MapOver,
  type Member,
  type Parallel,
  type Pipeline,
  type Route,
  type Tap,
} from '../../core/program/member.ts'
import { agentsAnsweringFor } from '../../core/program/routes.ts'
import { type Visitor, visit } from '../../core/program/walk.ts'
import type { StateStep } from '../../core/state/step.ts'
import { AgentFlow } from './agent-flow.ts'
import { coversAllValues } from './answers.ts'
import { runBranches, runParallelRounds } from './branches.ts'
import { writtenCell } from './cell.ts'
import { innerMembers } from './inside.ts'
import { OutcomeMemo } from './memo.ts'
import { computeAtFirstCall, failedAndDuring, joinOutcomes, type MemberOutcome, noEffect } from './outcome.ts'
import { innerPlace } from './place.ts'
import type { FindingRecorder } from './recorder.ts'
import { runRounds } from './rounds.ts'
import { StepFlow } from './step-flow.ts'
import { endsOfFirst } from './until-first.ts'
import { changeEachWorld, joinWorlds, type Worlds, worldsWithKey } from './worlds.ts'

/** Interpreter that follows all paths of a program at once. Each method returns the outcome of one program member. */
export class Interpreter implements Visitor<MemberOutcome, [place: string, before: Worlds]> {
  private readonly recorder: FindingRecorder
  private readonly agents: AgentFlow
  private readonly memo: OutcomeMemo

  constructor(recorder: FindingRecorder) {
    this.recorder = recorder
    this.agents = new AgentFlow(recorder)
    this.memo = new OutcomeMemo(recorder)
  }

  outcomeOfMember(member: Member, place: string, before: Worlds): MemberOutcome {
    // No path reaches this member.
    if (before.length === 0) return noEffect(before)
    this.recorder.reached.add(place)
    const runMember = (worlds: Worlds): MemberOutcome =>
      visit<MemberOutcome, [place: string, before: Worlds]>(this, member, place, worlds)
    return isGroup(member) ? this.memo.cachedOutcomeOf(place, before, runMember) : runMember(before)
  }

  agent(agent: Agent, place: string, before: Worlds): MemberOutcome {
    return this.agents.analyseTree(agent, place, before)
  }

  state(step: StateStep, place: string, before: Worlds): MemberOutcome {
    const flow = new StepFlow(this.recorder, place)
    const done = before.map(world => ({ world, ...flow.runStateStep(step, world) }))
    const after = joinWorlds(done.flatMap(({ after }) => (after === null ? [] : [after])))
    const failed = () => joinWorlds(done.filter(({ mayFail }) => mayFail).map(({ world }) => world))
    return { after, failed, during: () => joinWorlds(before, after) }
  }

  tap(_: Tap, __: string, before: Worlds): MemberOutcome {
    for (const world of before) this.recorder.recordFullRead(world)
    return noEffect(before)
  }

  pipeline(pipeline: Pipeline, place: string, before: Worlds): MemberOutcome {
    return this.runInOrder(pipeline, place, before)
  }

  private runInOrder(group: Pipeline | Loop, place: string, before: Worlds): MemberOutcome {
    let after = before
    const outcomes = innerMembers(group, place).map(({ member, at }) => {
      const outcome = this.outcomeOfMember(member, at, after)
      after = outcome.after
      return outcome
    })
    return { ...failedAndDuring([noEffect(before), ...outcomes]), after }
  }

  parallel(parallel: Parallel, place: string, before: Worlds): MemberOutcome {
    const branches = innerMembers(parallel, place).map(
      ({ member, at }) =>
        (worlds: Worlds) =>
          this.outcomeOfMember(member, at, worlds),
    )
    const first = parallel.until === 'first' ? endsOfFirst(parallel, place) : null
    return joinOutcomes(before.map(world => runBranches(this.recorder, place, branches, world, first)))
  }

  loop(loop: Loop, place: string, before: Worlds): MemberOutcome {
    const { until, max } = loop
    return runRounds(this.recorder, { place, max, mayEnd: until !== null }, before, worlds => {
      const outcome = this.runInOrder(loop, place, worlds)
      if (until !== null) for (const world of outcome.after) this.recorder.recordFullRead(world)
      return outcome
    })
  }

  route(route: Route, place: string, before: Worlds): MemberOutcome {
    const { key, ways, other } = route
    // A condition is a function, so only a route's key shows what the route reads. Without branches, it reads nothing.
    if (ways.length > 0 || other !== null)
      for (const world of before)
        this.recorder.recordRead(
          { need: 'route', place, reader: 'the route', key, reference: key, path: [], field: 'key' },
          world,
        )
    if (ways.some(way => 'when' in way)) for (const world of before) this.recorder.recordFullRead(world)
    // If the key is missing, a route never takes a branch that is declared for a value of the key.
    const there = worldsWithKey(before, key)
    const left = before.filter(world => !coversAllValues(world.get(key), ways))
    if (left.length > 0) this.recorder.unmatched.add(place)
    const outcomes = innerMembers(route, place).map(({ member, at, way }) =>
      this.outcomeOfMember(member, at, way === null ? left : 'is' in way ? there : before),
    )
    const rest = other === null ? [noEffect(left)] : []
    return joinOutcomes([...outcomes, ...rest, { ...noEffect(before), after: [] }])
  }

  fallback(fallback: Fallback, place: string, before: Worlds): MemberOutcome {
    let failed = before
    const outcomes = innerMembers(fallback, place).map(({ member, at }) => {
      const outcome = this.outcomeOfMember(member, at, failed)
      failed = outcome.failed()
      return outcome
    })
    return { ...joinOutcomes(outcomes), failed: () => failed }
  }

  /** Treats every round as a separate branch with its own item. There may be no rounds. */
  mapOver({ key, item, into, member }: MapOver, place: string, before: Worlds): MemberOutcome {
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
    for (const world of before) recorder.recordRead(about, world)
    const there = worldsWithKey(before, key)
    const given = recorder.recordWrite({ key: item, by: { kind: 'item', name: key }, place, making: 'made' })
    const rounds = joinOutcomes(
      there.map(world =>
        runParallelRounds(world, inner => {
          const begin = [inner.withCell(item, writtenCell(given))]
          const outcome = recorder.withPrivateKey(item, () =>
            this.outcomeOfMember(member, innerPlace(place, 'member'), begin),
          )
          // The item's key exists only during its round.
          const resetItem = (worlds: Worlds): Worlds =>
            changeEachWorld(worlds, end => end.withKeyReset(item, inner))
          return {
            after: resetItem(outcome.after),
            failed: computeAtFirstCall(() => resetItem(outcome.failed())),
            during: computeAtFirstCall(() => resetItem(outcome.during())),
          }
        }),
      ),
    )
    const by = { kind: 'mapOver', name: key, agents: [...agentsAnsweringFor(member)] } as const
    const answers = recorder.recordWrite({ key: into, by, place, making: 'made' })
    const after = changeEachWorld(rounds.after, world => {
      recorder.recordReplacement(world, into, place)
      recorder.addWrite(answers)
      return world.withCell(into, writtenCell(answers))
    })
    const lost = before.filter(world => world.get(key).presence !== 'there')
    return {
      after,
      failed: computeAtFirstCall(() => joinWorlds(rounds.failed(), lost)),
      during: computeAtFirstCall(() => joinWorlds(before, rounds.during(), after)),
    }
  }
}
