import type { MemoryChunk } from './chunk.ts'

/** Reason for an entry, in the program's own fields: its event, step or source. */
export type Provenance = Readonly<Record<string, unknown>>

/** Change of a memory, as plain JSON. */
export type MemoryEntry =
  | { readonly kind: 'add'; readonly chunk: MemoryChunk; readonly provenance?: Provenance }
  | { readonly kind: 'update'; readonly chunk: MemoryChunk; readonly provenance?: Provenance }
  | { readonly kind: 'remove'; readonly id: string; readonly provenance?: Provenance }
  | {
      readonly kind: 'compact'
      /** The summary. */
      readonly chunk: MemoryChunk
      /** Ids of the chunks that the summary replaces. */
      readonly covers: readonly string[]
      readonly provenance?: Provenance
    }
