/** Context of an agent: clauses that select units of a session, and sources of context blocks. */

export type { HandleSource } from './core/agent/expand-tool.ts'
export * from './core/context/index.ts'
export { type Expanded, expand } from './core/context/operation/compact/expand.ts'
export type { Stability, Tier } from './core/ir/block.ts'
