import type { Agent } from '../../agent/agent.ts'
import type { TypedAgent } from '../../agent/agent-of.ts'
import type { JsonValue } from '../../ir/json.ts'
import type { State } from '../../session/state.ts'
import type { StateStep } from '../../state/step.ts'
import type { Member } from '../member.ts'
import type { InnerOf } from './brought.ts'

/**
 * State that the agents of one or several members write: each answer, under its `outputKey`, has the type of the
 * agent's schema. Every key may be missing. A key that tools, memory rules or state steps also write may have any JSON
 * value, and so may every other key. An answer that was not JSON is stored as text whatever its schema.
 *
 * @example
 * import { agent, loop, route, type StateOf } from 'ctxc'
 * import { z } from 'zod'
 *
 * const outputSchema = z.object({ verdict: z.enum(['good', 'bad']) })
 * const writer = agent({ name: 'writer', instruction: 'Write.', outputKey: 'draft' })
 * const critic = agent({ name: 'critic', instruction: 'Judge {draft}.', outputKey: 'review', outputSchema })
 *
 * // A loop knows the state of its own members.
 * const drafting = loop({ until: state => state.review?.verdict === 'good', max: 3 }, writer, critic)
 * // Name the agents before a route, because it is declared without them.
 * const isBad = ({ review }: StateOf<typeof critic>) => review?.verdict === 'bad'
 * const ending = route('review').when(isBad, agent({ name: 'helper', instruction: 'Apologize.' }))
 * console.log(drafting.max, ending.ways.length) // 3 1
 */
export type StateOf<Given> = ValuesOf<Given extends readonly (infer One)[] ? EntryOf<One> : EntryOf<Given>> &
  State

type Entry = readonly [key: string, value: unknown]

type ValuesOf<Entries extends Entry> = {
  readonly [Key in Entries[0]]?: Extract<Entries, readonly [Key, unknown]>[1]
}

/** Keys that one member writes, with the type of each value. */
type EntryOf<One> = [Member] extends [One]
  ? never
  : One extends { readonly kind: unknown }
    ? One extends StateStep<string, infer Writes>
      ? Unknown<Writes>
      :
          | EntryOf<InnerOf<One>>
          | (One extends { readonly into: infer Into extends string }
              ? Value<Into, readonly JsonValue[]>
              : never)
    : TypedAgent<One> extends Agent<string, string, infer Writes, infer Links>
      ? Value<Links['output'], Links['answer']> | Unknown<Exclude<Writes, Links['output']>>
      : never

/** Entry (key and type of its value) for each key; no entry if the key's type is just `string`. */
type Value<Key extends string, Type> = string extends Key
  ? never
  : Key extends unknown
    ? readonly [Key, Type]
    : never

type Unknown<Key extends string> = Value<Key, JsonValue>
