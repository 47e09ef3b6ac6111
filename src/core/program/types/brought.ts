import type { Agent } from '../../agent/agent.ts'
import type { TypedAgent } from '../../agent/agent-of.ts'
import type { Known } from '../../state/compose.ts'
import type { Member } from '../member.ts'

/** Keys that the agents of a member expect the session to provide. */
export type Brought<One> = One extends { readonly kind: unknown }
  ? BroughtTo<InnerOf<One>>
  : TypedAgent<One> extends Agent<string, string, string, infer Links>
    ? Known<Links['expects']>
    : never
type BroughtTo<Inner> = [Member] extends [Inner] ? never : Brought<Inner>
/** Members directly inside a member or a branch of a route. */
export type InnerOf<One> = One extends { readonly members: readonly (infer Inner)[] }
  ? Inner
  : One extends { readonly ways: readonly { readonly member: infer Inner }[]; readonly other: infer Other }
    ? Inner | Exclude<Other, null>
    : One extends { readonly member: infer Inner }
      ? Inner
      : never
