/** Context of an agent: clauses that select conversation units of a session, and sources of context blocks. */

export type {
  Clause,
  Condition,
  FenceOptions,
  NotesFormat,
  Operation,
  Origins,
  Policy,
  PolicyNode,
  Selector,
  Source,
  StateWriter,
  TextPattern,
  TextTest,
  UnitRole,
  Where,
} from '../ir/policy.ts'
export { type CompressorOptions, contextCompressor } from './context-compressor.ts'
export { all } from './functions/all.ts'
export { artifact } from './functions/artifact.ts'
export { excludeAgents } from './functions/exclude-agents.ts'
export { type FirstOptions, first } from './functions/first.ts'
export { fromAgents } from './functions/from-agents.ts'
export { type LastOptions, last } from './functions/last.ts'
export { memory } from './functions/memory.ts'
export { none } from './functions/none.ts'
export { type NotesOptions, notes } from './functions/notes.ts'
export { type RecentOptions, recent } from './functions/recent.ts'
export { relevant } from './functions/relevant.ts'
export { state } from './functions/state.ts'
export { template } from './functions/template.ts'
export { text } from './functions/text.ts'
export { userOnly } from './functions/user-only.ts'
export { when } from './functions/when.ts'
export { type WhereOptions, where } from './functions/where.ts'
export { type WindowOptions, window } from './functions/window.ts'
export type { CompactOptions } from './operation/compact/compact.ts'
export type { RepeatKind } from './operation/dedupe/dedupe.ts'
export type { FreshOptions } from './operation/fresh/fresh.ts'
export type { ProjectOptions } from './operation/project/project.ts'
export type { SummarizeOptions } from './operation/summarize/summarize.ts'
export type { TruncateOptions } from './operation/truncate/truncate.ts'
export type { Built, ContextInput } from './policy/built.ts'
export type { BarredBy, ClauseMethod, ClauseMethods, ClauseOf, ClauseWithout } from './policy/clause.ts'
export type { SourceMethod, SourceMethods, SourceOf, SourceWithout } from './policy/source.ts'
export type { MemoryOptions } from './source/memory.ts'
export type { RelevantOptions } from './source/relevant.ts'
