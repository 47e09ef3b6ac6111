import type { Agent } from '../agent/agent.ts'
import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import { isStateStep, type StateStep } from '../state/step.ts'

/** Condition on the state. */
export type Condition = (state: State) => boolean

/** Group that runs its members one after the other; each sees the results of earlier ones. */
export interface Pipeline<Members extends readonly unknown[] = Row> {
  readonly kind: 'pipeline'
  readonly members: Members
}

/** Group that runs its members at the same time, each on its own branch; no member sees another member's messages. */
export interface Parallel<
  Members extends readonly unknown[] = Row,
  Until extends 'first' | undefined = 'first' | undefined,
> {
  readonly kind: 'parallel'
  readonly members: Members
  /** `first`: the first member that ends with an answer ends the group. Omitted: the group ends once all have ended. */
  readonly until?: Until
}

/** Group that runs its members repeatedly, until a condition is true or the maximum number of rounds is reached. */
export interface Loop<Members extends readonly unknown[] = Row> {
  readonly kind: 'loop'
  readonly members: Members
  readonly until: Condition | null
  /** Maximum number of rounds. */
  readonly max: number
}

/** Branch of a route, taken if the route's key has this value or if this condition is true. */
export type Way<Inner = Member> =
  | { readonly is: JsonValue; readonly member: Inner }
  | { readonly when: Condition; readonly member: Inner }

/** Group that runs the first matching branch; if none matches, it runs the default branch or nothing. */
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

/** Group that tries its members in order, until one does not fail. */
export interface Fallback<Members extends readonly unknown[] = Row> {
  readonly kind: 'fallback'
  readonly members: Members
}

/** Group that runs its member once for each item of a list. */
export interface MapOver<
  Key extends string = string,
  Item extends string = string,
  Into extends string = string,
  Inner = Member,
> {
  readonly kind: 'mapOver'
  /** Key of the list in the state. */
  readonly key: Key
  /** Key under which the member finds the current item. */
  readonly item: Item
  /** Key under which the answers are collected, in order. */
  readonly into: Into
  readonly member: Inner
}

/** Member that calls a function with the state and changes nothing. */
export interface Tap {
  readonly kind: 'tap'
  readonly look: (state: State) => void
}

/** Any piece of a program. */
export type Member = Agent | StateStep | Pipeline | Parallel | Loop | Route | Fallback | MapOver | Tap

/** Members in the order of declaration. */
interface Row extends ReadonlyArray<Member> {}

/** Member that contains other members. */
export type Group = Exclude<Member, Agent | StateStep | Tap>

/**
 * Way in which a group runs its members: one after the other (`in order`), each on its own branch (`apart`), or only
 * one of them (`alternatives`).
 */
export type Arrangement = 'in order' | 'apart' | 'alternatives'

const arrangements: { readonly [Kind in Group['kind']]: Arrangement } = {
  pipeline: 'in order',
  loop: 'in order',
  parallel: 'apart',
  mapOver: 'apart',
  route: 'alternatives',
  fallback: 'alternatives',
}

/** Returns the way in which a group runs its members. */
export const arrangementOf = ({ kind }: Group): Arrangement => arrangements[kind]

const groups: ReadonlySet<string> = new Set(Object.keys(arrangements))

/** Whether a member contains others. */
export const isGroup = (member: Member): member is Group => 'kind' in member && groups.has(member.kind)

/** Whether a member is an agent. */
export const isAgent = (member: Member): member is Agent =>
  !isGroup(member) && !isStateStep(member) && !('kind' in member)
