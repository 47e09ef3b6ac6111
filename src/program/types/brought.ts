import type { Agent } from '../../agent/agent.ts'
import type { TypedAgent } from '../../agent/agent-of.ts'
import type { Known } from '../../state/compose.ts'
import type { Member } from '../member.ts'

/** Keys that a session brings, as the agents of a member expect it to. */
export type Brought<One> = One extends { readonly kind: unknown }
  ? BroughtTo<InnerOf<One>>
  : TypedAgent<One> extends Agent<string, string, string, infer Links>
    ? Known<Links['expects']>
    : never
type BroughtTo<Inner> = [Member] extends [Inner] ? never : Brought<Inner>
/** The members that a member, or a way of one, holds. */
export type InnerOf<One> = One extends { readonly members: readonly (infer Inner)[] }
  ? Inner
  : One extends { readonly ways: readonly { readonly member: infer Inner }[]; readonly other: infer Other }
    ? Inner | Exclude<Other, null>
    : One extends { readonly member: infer Inner }
      ? Inner
      : never
