/** Types of chunks: the part of an agent's memory that a chunk belongs to. */
export const ChunkType = {
  SYSTEM: 'SYSTEM',
  AGENT: 'AGENT',
  WORKFLOW: 'WORKFLOW',
  DELEGATION: 'DELEGATION',
  ENVIRONMENT: 'ENVIRONMENT',
  WORKING_FLOW: 'WORKING_FLOW',
  OUTPUT: 'OUTPUT',
} as const

/** Name of a type of chunk. */
export type ChunkType = (typeof ChunkType)[keyof typeof ChunkType]

/** Kinds of a working-flow chunk, or of one of its children. */
export const WorkingFlowSubType = {
  COMPACTED: 'COMPACTED',
  USER: 'USER',
  THINKING: 'THINKING',
  RESPONSE: 'RESPONSE',
  AGENT_ACTION: 'AGENT_ACTION',
  ACTION_RESPONSE: 'ACTION_RESPONSE',
} as const

/** Name of a kind of working-flow chunk. */
export type WorkingFlowSubType = (typeof WorkingFlowSubType)[keyof typeof WorkingFlowSubType]

/** Treatments of a chunk when the token limit is exceeded. */
export const RetentionStrategy = {
  /** Never dropped, and never replaced by a summary. */
  CRITICAL: 'CRITICAL',
  /** May be replaced by a summary. Dropped if the token limit is exceeded and newer chunks use it up. */
  COMPRESSIBLE: 'COMPRESSIBLE',
  /** Currently treated in the same way as `COMPRESSIBLE`. */
  BATCH_COMPRESSIBLE: 'BATCH_COMPRESSIBLE',
  /** Dropped first when the token limit is exceeded, chunks with the lowest priority first. */
  DISPOSABLE: 'DISPOSABLE',
  /** Dropped once the agent has answered the chunk. */
  EPHEMERAL: 'EPHEMERAL',
} as const

/** Name of a retention class. */
export type RetentionStrategy = (typeof RetentionStrategy)[keyof typeof RetentionStrategy]

/** Content of a chunk: text, fields of its type, or both. */
export type ChunkContent =
  | { readonly type: 'TEXT'; readonly text?: string; readonly [field: string]: unknown }
  /** An image as base64. */
  | {
      readonly type: 'IMAGE'
      readonly data: string
      readonly mimeType: string
      readonly altText?: string
      readonly [field: string]: unknown
    }
  | { readonly type: 'MIXED'; readonly parts: readonly ChunkContent[]; readonly [field: string]: unknown }
  /** Reference to another chunk of the same state, whose content is shown. */
  | { readonly type: 'CHUNK_REF'; readonly chunkId: string; readonly [field: string]: unknown }

/** Origin of a chunk, and further data of the program. */
export interface ChunkMetadata {
  /** Milliseconds since 1970, from the program's clock. */
  readonly createdAt?: number
  /** Ids of the chunks from which this chunk was made. */
  readonly parentIds?: readonly string[]
  readonly sourceOperation?: string
  readonly custom?: Readonly<Record<string, unknown>>
}

/** Part of a chunk with its own content, such as a step of a working flow. */
export interface ChunkChild {
  readonly id: string
  readonly subType?: WorkingFlowSubType
  readonly content: ChunkContent
  readonly createdAt?: number
  readonly custom?: Readonly<Record<string, unknown>>
}

/** Immutable piece of an agent's memory, such as a message, a tool result or a summary. */
export interface MemoryChunk {
  readonly id: string
  readonly type: ChunkType
  readonly subType?: WorkingFlowSubType
  readonly content: ChunkContent
  /** Children of the chunk. They are shown after the chunk's own content. */
  readonly children?: readonly ChunkChild[]
  readonly retentionStrategy?: RetentionStrategy
  /** Whether an update may replace the chunk. */
  readonly mutable?: boolean
  readonly priority?: number
  readonly metadata: ChunkMetadata
}

/** Snapshot of an agent's whole memory. Immutable. */
export interface MemoryState {
  readonly id: string
  readonly threadId?: string
  /** Ids of the shown chunks, in display order. */
  readonly chunkIds: readonly string[]
  readonly chunks: ReadonlyMap<string, MemoryChunk>
  readonly metadata: StateMetadata
  /** Every chunk in order of arrival, including chunks that summaries replace. Only needed if there are summaries. */
  readonly log?: readonly LogItem[]
}

/** Entry of a state's log: a chunk, or a summary of earlier chunks. */
export interface LogItem {
  readonly chunk: MemoryChunk
  /** Ids of the chunks that a summary replaces; null for other chunks. */
  readonly covers: readonly string[] | null
}

/** Origin of a state: the time, the previous state, and the operation that made the state. */
export interface StateMetadata {
  readonly createdAt?: number
  readonly previousStateId?: string
  readonly sourceOperation?: string
  /** Reason for the state, in the program's own fields. */
  readonly provenance?: Readonly<Record<string, unknown>>
  readonly custom?: Readonly<Record<string, unknown>>
}

interface Defaults {
  readonly priority: number
  readonly retentionStrategy: RetentionStrategy
  readonly mutable: boolean
}

/** Default values of a chunk's omitted fields, by chunk type. */
export const chunkDefaults: Readonly<Record<ChunkType, Defaults>> = {
  SYSTEM: { priority: 1000, retentionStrategy: 'CRITICAL', mutable: false },
  AGENT: { priority: 900, retentionStrategy: 'COMPRESSIBLE', mutable: false },
  WORKFLOW: { priority: 800, retentionStrategy: 'COMPRESSIBLE', mutable: false },
  DELEGATION: { priority: 700, retentionStrategy: 'COMPRESSIBLE', mutable: true },
  ENVIRONMENT: { priority: 600, retentionStrategy: 'COMPRESSIBLE', mutable: false },
  WORKING_FLOW: { priority: 500, retentionStrategy: 'BATCH_COMPRESSIBLE', mutable: true },
  OUTPUT: { priority: 400, retentionStrategy: 'COMPRESSIBLE', mutable: false },
}

/** Reason for a change of a memory, in the program's own fields, such as an event, a step or a source. */
export type Provenance = Readonly<Record<string, unknown>>

/** Change of a thread's memory, as plain JSON. */
export type MemoryEntry =
  | { readonly kind: 'add'; readonly chunk: MemoryChunk; readonly provenance?: Provenance }
  | { readonly kind: 'update'; readonly chunk: MemoryChunk; readonly provenance?: Provenance }
  | { readonly kind: 'remove'; readonly id: string; readonly provenance?: Provenance }
  | {
      readonly kind: 'compact'
      /** Chunk that contains the summary. */
      readonly chunk: MemoryChunk
      /** Ids of the chunks that the summary replaces. */
      readonly covers: readonly string[]
      readonly provenance?: Provenance
    }
