// Interpreter of programs that recurses over members and has no log, to compare with the runner.
import type { Agent, JsonValue, Member } from 'ctxc'
import type { StateStep } from 'ctxc/state'
import { handed, isFailing } from './arbitrary.ts'

type State = Readonly<Record<string, JsonValue>>

/** Order of answers: a single one, some in sequence, or some concurrently. */
export type Order = string | { readonly row: readonly Order[] } | { readonly atOnce: readonly Order[] }

/** Outcome of a member: the new state, the changed keys, the answers, and whether the member failed. */
interface Outcome {
  readonly state: State
  readonly changed: ReadonlySet<string>
  readonly order: Order
  readonly last: string | null
  readonly failed: boolean
}

/** Error of a program with too many steps for a comparison. */
export class TooLong extends Error {}

/** Maximum number of members to run. */
const most = 120

export class Interpreter {
  private done = 0

  run(member: Member, state: State): Outcome {
    if (++this.done > most) throw new TooLong()
    if (!('kind' in member)) return this.agent(member, state)
    switch (member.kind) {
      case 'state':
        return after(state, member)
      case 'tap':
        return idle(state)
      case 'pipeline':
        return this.row(member.members, state)
      case 'loop': {
        let all = idle(state)
        for (let round = 0; round < member.max; round++) {
          all = joined(all, this.row(member.members, all.state))
          if (all.failed || member.until?.(all.state)) break
        }
        return all
      }
      case 'route': {
        const way = member.ways.find(each =>
          'is' in each ? state[member.key] === each.is : each.when(state),
        )
        const taken = way?.member ?? member.other
        return taken === null ? idle(state) : this.run(taken, state)
      }
      case 'fallback': {
        let all = idle(state)
        for (const each of member.members) {
          all = joined({ ...all, failed: false }, this.run(each, all.state))
          if (!all.failed) return all
        }
        return all
      }
      case 'parallel':
        return together(
          state,
          member.members.map(each => this.run(each, state)),
        )
      case 'mapOver': {
        const list = state[member.key] as readonly JsonValue[]
        const rounds = list.map(value => {
          const round = this.run(member.member, { ...state, [member.item]: value })
          return { ...round, changed: new Set([...round.changed].filter(key => key !== member.item)) }
        })
        const all = together(state, rounds)
        if (all.failed) return all
        const set = { [member.into]: rounds.map(({ last }) => last) }
        return { ...all, state: { ...all.state, ...set }, changed: new Set([...all.changed, member.into]) }
      }
    }
  }

  private row(members: readonly Member[], state: State): Outcome {
    let all = idle(state)
    for (const member of members) {
      if (all.failed) break
      all = joined(all, this.run(member, all.state))
    }
    return all
  }

  private agent({ name, instruction, tools = [], outputKey }: Agent, state: State): Outcome {
    if (isFailing(name)) return { ...idle(state), failed: true }
    const slots = [...String(instruction).matchAll(/\{(\w+)\?\}/g)].map(([, key]) => key ?? '')
    const [given] = tools
    const isDirect = given !== undefined && 'name' in given && given.returnDirect === true
    const set = tools.length > 0 && !isDirect ? { [slots[0] ?? '']: `${name} set` } : {}
    const seen: State = { ...state, ...set }
    const text = isDirect ? handed(name) : [name, ...slots.map(key => seen[key] ?? '')].join('|')
    // In nested loops, an agent that repeats its own answer doubles it each time.
    if (text.length > 100_000) throw new TooLong()
    const written = { ...set, ...(outputKey !== undefined && { [outputKey]: text }) }
    return {
      state: { ...state, ...written },
      changed: new Set(Object.keys(written)),
      order: text,
      last: text,
      failed: false,
    }
  }
}

const nobody: Order = { row: [] }

const idle = (state: State): Outcome => ({
  state,
  changed: new Set(),
  order: nobody,
  last: null,
  failed: false,
})

function after(state: State, step: StateStep): Outcome {
  const outcome = step.run(state, { lastUserText: 'Go' })
  const { set, delete: gone } = outcome.delta
  const left = Object.entries(state).filter(([key]) => !gone.includes(key))
  const changed = new Set([...Object.keys(set), ...gone])
  return { ...idle({ ...Object.fromEntries(left), ...set } as State), changed }
}

const joined = (first: Outcome, second: Outcome): Outcome => ({
  state: second.state,
  changed: new Set([...first.changed, ...second.changed]),
  order: rowOf(first.order, second.order),
  last: second.last ?? first.last,
  failed: second.failed,
})

function rowOf(first: Order, second: Order): Order {
  if (first === nobody) return second
  return second === nobody ? first : { row: [first, second] }
}

/** Merges the changes of members that began with one state. */
function together(state: State, outcomes: readonly Outcome[]): Outcome {
  const after: Record<string, JsonValue> = { ...state }
  for (const { state: own, changed } of outcomes)
    for (const key of changed) {
      if (Object.hasOwn(own, key)) after[key] = own[key] as JsonValue
      else delete after[key]
    }
  const orders = outcomes.map(({ order }) => order).filter(order => order !== nobody)
  return {
    state: after,
    changed: new Set(outcomes.flatMap(({ changed }) => [...changed])),
    order: orders.length === 0 ? nobody : { atOnce: orders },
    last: outcomes.findLast(({ last }) => last !== null)?.last ?? null,
    failed: outcomes.some(({ failed }) => failed),
  }
}
