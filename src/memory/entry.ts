import type { MemoryChunk } from './chunk.ts'

/** Why something was written, in the program's own words: the event, the step, the source. */
export type Provenance = Readonly<Record<string, unknown>>

/** One thing that happened to a memory. Plain JSON. */
export type MemoryEntry =
  | { readonly kind: 'add'; readonly chunk: MemoryChunk; readonly provenance?: Provenance }
  | { readonly kind: 'update'; readonly chunk: MemoryChunk; readonly provenance?: Provenance }
  | { readonly kind: 'remove'; readonly id: string; readonly provenance?: Provenance }
  | {
      readonly kind: 'compact'
      /** The summary. */
      readonly chunk: MemoryChunk
      /** Ids of the chunks that it stands for. */
      readonly covers: readonly string[]
      readonly provenance?: Provenance
    }
