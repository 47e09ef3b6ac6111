/** Threads of memory chunks, and messages built from their states. */

export type { Refusal } from '../../core/effect/summarize/check-statement.ts'
export type { RefusedStatement } from '../../core/effect/summarize/read-summary.ts'
export { type ReadTag, readTags } from '../../core/trust/tag.ts'
export type { ContextBuildOptions, Selection } from './build-options.ts'
export { ContextBuilder, createContextBuilder } from './builder.ts'
export {
  type ChunkChild,
  type ChunkContent,
  type ChunkMetadata,
  ChunkType,
  type LogItem,
  type MemoryChunk,
  type MemoryEntry,
  type MemoryState,
  type Provenance,
  RetentionStrategy,
  type StateMetadata,
  WorkingFlowSubType,
} from './chunk.ts'
export { type ChunkMemoriesOptions, chunkMemories } from './chunk-memories.ts'
export type { CompactionOptions, CompactionOutcome, SummaryInput } from './compaction-options.ts'
export { type ChunkInput, createChunk, createState } from './create.ts'
export { type FromMemoryOptions, fromMemory } from './from-memory.ts'
export { type LineProblem, type ReadLines, readJSONLines, writeJSONLines } from './json-lines.ts'
export {
  type Compacted,
  createMemoryManager,
  MemoryManager,
  type NewChunk,
  type ThreadSnapshot,
} from './manager.ts'
export type { IChunkRenderer } from './renderer.ts'
export type { ContextBuildResult, ContextMessage, Exclusion, ExclusionReason } from './result.ts'
export type { ContextMessageRole } from './shape.ts'
export { createTokenizer, type ModelTokenizer, type OwnTokenizer } from './tokenizer.ts'
