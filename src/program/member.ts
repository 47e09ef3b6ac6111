import type { Agent } from '../agent/agent.ts'
import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import { isStateStep, type StateStep } from '../state/step.ts'

/** Whether something of a state is so. */
export type Condition = (state: State) => boolean

/** One after the other, each with what those before it left. */
export interface Pipeline<Members extends readonly unknown[] = Row> {
  readonly kind: 'pipeline'
  readonly members: Members
}

/** All at once, each on a branch of its own: none sees what the others say. */
export interface Parallel<Members extends readonly unknown[] = Row> {
  readonly kind: 'parallel'
  readonly members: Members
}

/** Again and again, until a condition holds or the most rounds were made. */
export interface Loop<Members extends readonly unknown[] = Row> {
  readonly kind: 'loop'
  readonly members: Members
  readonly until: Condition | null
  /** The most rounds. */
  readonly max: number
}

/** One way of a route: taken where the key has this value, or where this condition holds. */
export type Way<Inner = Member> =
  | { readonly is: JsonValue; readonly member: Inner }
  | { readonly when: Condition; readonly member: Inner }

/** The first way that fits; the other one, or nothing, where none does. */
export interface Route<
  Key extends string = string,
  Ways extends readonly unknown[] = readonly Way[],
  Other = Member | null,
> {
  readonly kind: 'route'
  readonly key: Key
  readonly ways: Ways
  readonly other: Other
}

/** The first that does not fail. */
export interface Fallback<Members extends readonly unknown[] = Row> {
  readonly kind: 'fallback'
  readonly members: Members
}

/** Once for each item of a list. */
export interface MapOver<
  Key extends string = string,
  Item extends string = string,
  Into extends string = string,
  Inner = Member,
> {
  readonly kind: 'mapOver'
  /** Holds the list. */
  readonly key: Key
  /** Under which each round finds its item. */
  readonly item: Item
  /** Under which the answers come to be, in order. */
  readonly into: Into
  readonly member: Inner
}

/** Looks at the state, and changes nothing. */
export interface Tap {
  readonly kind: 'tap'
  readonly look: (state: State) => void
}

/** Anything of which a program is made. */
export type Member = Agent | StateStep | Pipeline | Parallel | Loop | Route | Fallback | MapOver | Tap

/** Members in the order in which they are declared. */
interface Row extends ReadonlyArray<Member> {}

/** A member that holds others. */
export type Group = Exclude<Member, Agent | StateStep | Tap>

/** Order of a group's members: one after the other, each on a branch of its own, or some instead of others. */
export type Arrangement = 'in order' | 'apart' | 'alternatives'

const arrangements: { readonly [Kind in Group['kind']]: Arrangement } = {
  pipeline: 'in order',
  loop: 'in order',
  parallel: 'apart',
  mapOver: 'apart',
  route: 'alternatives',
  fallback: 'alternatives',
}

/** Returns how the members of a group run. */
export const arrangementOf = ({ kind }: Group): Arrangement => arrangements[kind]

const groups: ReadonlySet<string> = new Set(Object.keys(arrangements))

/** Whether a member holds others. */
export const isGroup = (member: Member): member is Group => 'kind' in member && groups.has(member.kind)

/** Whether a member is an agent. */
export const isAgent = (member: Member): member is Agent =>
  !isGroup(member) && !isStateStep(member) && !('kind' in member)
