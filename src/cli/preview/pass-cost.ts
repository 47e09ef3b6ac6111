import type { Agent } from '../../core/agent/agent.ts'
import type { Fallback, Loop, MapOver, Member, Parallel, Pipeline, Route } from '../../core/program/member.ts'
import { innerOf, type Visitor, visit } from '../../core/program/walk.ts'
import type { State } from '../../core/session/state.ts'
import { type Facts, mayMatchNone } from '../check/facts.ts'
import { isInside } from '../check/place.ts'
import { alternativeCost, noCost, type PassCost, repeatCost, sumCosts } from './pass-range.ts'
import type { AgentPreview } from './program-preview.ts'

/** Inputs for computing the cost of one pass over a program. */
interface Pass {
  readonly facts: Facts
  readonly agents: ReadonlyMap<string, AgentPreview>
  readonly state: State
}

/**
 * Returns the cost of one pass over a program, in which each agent is called once in each place. A loop runs between
 * one round and its maximum, a route takes its cheapest to its most expensive branch, and sub-agents and agents behind
 * tools may be called or not. Answers, tool results and further calls of a tool loop are unknown before a run, so they
 * are not included.
 */
export const passCost = (facts: Facts, agents: ReadonlyMap<string, AgentPreview>, state: State): PassCost =>
  costOf(facts.program, '', { facts, agents, state })

const costOf = (member: Member, place: string, pass: Pass): PassCost => visit(costs, member, place, pass)

const inner = (
  group: Exclude<Member, Agent | { kind: 'tap' | 'state' }>,
  place: string,
  pass: Pass,
): PassCost[] =>
  innerOf(group).map(({ member, path }) =>
    costOf(member, [...(place ? [place] : []), ...path].join('.'), pass),
  )

const inOrder = (group: Pipeline, place: string, pass: Pass): PassCost => sumCosts(inner(group, place, pass))

const costs: Visitor<PassCost, [place: string, pass: Pass]> = {
  agent(agent, place, pass) {
    const below = pass.facts.agents.filter(({ place: at }) => at !== place && isInside(at, place))
    const others = below.map(({ agent: { name } }) => alternativeCost([costOfCall(name, pass), noCost]))
    return sumCosts([costOfCall(agent.name, pass), ...others])
  },
  state: () => noCost,
  tap: () => noCost,
  pipeline: inOrder,
  parallel(group: Parallel, place, pass) {
    const all = inner(group, place, pass)
    // Members that stop may have cost nothing yet, or all that they cost at most.
    return group.until === 'first' ? alternativeCost([...all, sumCosts(all)]) : sumCosts(all)
  },
  loop: (loop: Loop, place, pass) =>
    repeatCost(sumCosts(inner(loop, place, pass)), {
      least: loop.until === null ? loop.max : 1,
      most: loop.max,
    }),
  route(route: Route, place, pass) {
    const branches = inner(route, place, pass)
    const byWays = branches.slice(0, route.ways.length)
    if (!mayMatchNone(pass.facts, place)) return alternativeCost(byWays)
    return alternativeCost(route.other === null ? [...byWays, noCost] : branches)
  },
  fallback(group: Fallback, place, pass) {
    const members = inner(group, place, pass)
    return members.length === 0 ? noCost : alternativeCost([members[0]!, sumCosts(members)])
  },
  mapOver(map: MapOver, place, pass) {
    const list = Object.hasOwn(pass.state, map.key) ? pass.state[map.key] : undefined
    const items = Array.isArray(list) ? list.length : 1
    return repeatCost(sumCosts(inner(map, place, pass)), { least: items, most: items })
  },
}

/** Returns the cost of one call of an agent. */
function costOfCall(name: string, { agents }: Pass): PassCost {
  const { tokens, price } = agents.get(name) ?? { tokens: { input: 0 }, price: null }
  const once = <Value>(value: Value) => ({ least: value, most: value })
  return { calls: once(1), tokens: once(tokens.input), price: price === null ? null : once(price) }
}
