/** Rules by which an agent's answer changes the state: `remember` of an agent. */

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
  type Remembering,
} from './functions.ts'
