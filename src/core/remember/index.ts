/**
 * Rules by which an agent's answer changes the state (`remember` of an agent), and memories across sessions
 * (`C.memory`).
 */

export type { MemoryRule, MemoryRuleOf, NotesMode } from '../ir/memory-rule.ts'
export {
  type CaptureOptions,
  type ConsolidateOptions,
  capture,
  consolidate,
  type DistillOptions,
  distill,
  type ExtractOptions,
  extract,
  type NotesOptions,
  notes,
  type ReconcileOptions,
  type Remembering,
  reconcile,
} from './functions.ts'
export { processMemories } from './store/in-process.ts'
export { type MemoriesOptions, memoriesOf } from './store/memories-of.ts'
export type { FoundMemory, Memory, MemoryQuery, MemoryStore } from './store/memory-store.ts'
export type { MemoryStoreOptions } from './store/store-options.ts'
