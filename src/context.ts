/** Context of an agent: clauses that select units of a session, and sources of context blocks. */

export type { HandleSource } from './agent/expand-tool.ts'
export * from './context/index.ts'
export { type Expanded, expand } from './context/operation/compact/expand.ts'
export type { Stability, Tier } from './ir/tier.ts'
