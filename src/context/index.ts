/** Context of an agent: clauses that select units of a session, and sources of context blocks. */

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
export { type CompressorOptions, contextCompressor } from './context-compressor.ts'
export type { CompactOptions } from './operation/compact/declare.ts'
export type { Repeat } from './operation/dedupe/declare.ts'
export type { ProjectOptions } from './operation/project/declare.ts'
export type { TruncateOptions } from './operation/truncate/declare.ts'
export type { Built, ContextInput } from './policy/built.ts'
export type { BarredBy, ClauseMethod, ClauseMethods, ClauseOf, ClauseWithout } from './policy/clause.ts'
export type { SourceMethod, SourceMethods, SourceOf, SourceWithout } from './policy/source.ts'
export type { RelevantOptions } from './relevant/declare.ts'
export { all } from './selector/all.ts'
export { excludeAgents } from './selector/exclude-agents.ts'
export { first } from './selector/first.ts'
export { fromAgents } from './selector/from-agents.ts'
export { last } from './selector/last.ts'
export { none } from './selector/none.ts'
export { type RecentOptions, recent } from './selector/recent.ts'
export { userOnly } from './selector/user-only.ts'
export { when } from './selector/when.ts'
export { where } from './selector/where.ts'
export { type WindowOptions, window } from './selector/window.ts'
export { artifact } from './source/artifact.ts'
export { type NotesOptions, notes } from './source/notes.ts'
export { relevant } from './source/relevant.ts'
export { state } from './source/state.ts'
export { template } from './source/template.ts'
