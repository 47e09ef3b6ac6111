/** What an agent is shown of a session: clauses that select units, and sources beside them. */

export type {
  Clause,
  Condition,
  Operation,
  Origins,
  Policy,
  PolicyNode,
  Selector,
  Source,
  UnitRole,
  Where,
} from '../ir/policy.ts'
export { all } from './all.ts'
export { artifact } from './artifact.ts'
export type { Built, ContextInput } from './built.ts'
export type { BarredBy, ClauseMethod, ClauseMethods, ClauseOf, ClauseWithout } from './clause.ts'
export type { CompactOptions } from './compact/declare.ts'
export { type CompressorOptions, contextCompressor } from './context-compressor.ts'
export type { Repeat } from './dedupe/declare.ts'
export { excludeAgents } from './exclude-agents.ts'
export { first } from './first.ts'
export { fromAgents } from './from-agents.ts'
export { last } from './last.ts'
export { none } from './none.ts'
export { type NotesOptions, notes } from './notes.ts'
export type { ProjectOptions } from './project/declare.ts'
export { type RecentOptions, recent } from './recent.ts'
export type { RelevantOptions } from './relevant/declare.ts'
export { relevant } from './relevant/relevant.ts'
export type { SourceMethod, SourceMethods, SourceOf, SourceWithout } from './source.ts'
export { state } from './state.ts'
export { template } from './template.ts'
export type { TruncateOptions } from './truncate/declare.ts'
export { userOnly } from './user-only.ts'
export { when } from './when.ts'
export { where } from './where.ts'
export { type WindowOptions, window } from './window.ts'
