/** Types of chunks: what a chunk is part of. */
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

/** Name of a kind of step. */
export type WorkingFlowSubType = (typeof WorkingFlowSubType)[keyof typeof WorkingFlowSubType]

/** Treatments of a chunk when room is short. */
export const RetentionStrategy = {
  /** Never dropped, and told by no summary. */
  CRITICAL: 'CRITICAL',
  /** A summary may stand for it; dropped when it is older than what fits. */
  COMPRESSIBLE: 'COMPRESSIBLE',
  /** The same, together with its neighbours. */
  BATCH_COMPRESSIBLE: 'BATCH_COMPRESSIBLE',
  /** The first to go when room is short, those of the lowest priority before others. */
  DISPOSABLE: 'DISPOSABLE',
  /** Gone once the agent has answered it. */
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
  /** Content of another chunk of the same state. */
  | { readonly type: 'CHUNK_REF'; readonly chunkId: string; readonly [field: string]: unknown }

/** Provenance of a chunk, and data that the program keeps with it. */
export interface ChunkMetadata {
  /** Milliseconds since 1970, as the program gave them. */
  readonly createdAt?: number
  /** The chunks that it was made of. */
  readonly parentIds?: readonly string[]
  readonly sourceOperation?: string
  readonly custom?: Readonly<Record<string, unknown>>
}

/** A piece of a working flow: something said or done on the way. */
export interface ChunkChild {
  readonly id: string
  readonly subType?: WorkingFlowSubType
  readonly content: ChunkContent
  readonly createdAt?: number
  readonly custom?: Readonly<Record<string, unknown>>
}

/** One thing that an agent remembers. Immutable. */
export interface MemoryChunk {
  readonly id: string
  readonly type: ChunkType
  readonly subType?: WorkingFlowSubType
  readonly content: ChunkContent
  /** Shown after the chunk's own words, if it has any. */
  readonly children?: readonly ChunkChild[]
  readonly retentionStrategy?: RetentionStrategy
  /** Whether an update may change it. */
  readonly mutable?: boolean
  readonly priority?: number
  readonly metadata: ChunkMetadata
}

/** Everything that an agent remembers at one moment. Immutable. */
export interface MemoryState {
  readonly id: string
  readonly threadId?: string
  /** In order. */
  readonly chunkIds: readonly string[]
  readonly chunks: ReadonlyMap<string, MemoryChunk>
  readonly metadata: StateMetadata
  /** Every chunk in the order in which it came, those that summaries stand for included; left out where there are none. */
  readonly log?: readonly LogItem[]
}

/** A chunk in the order in which it came, or a summary of earlier ones. */
export interface LogItem {
  readonly chunk: MemoryChunk
  /** Ids of the chunks that a summary replaces; null for other chunks. */
  readonly covers: readonly string[] | null
}

/** History of a state: when, from which state and by which operation it was made. */
export interface StateMetadata {
  readonly createdAt?: number
  readonly previousStateId?: string
  readonly sourceOperation?: string
  /** The event that it was made for. */
  readonly provenance?: Readonly<Record<string, unknown>>
  readonly custom?: Readonly<Record<string, unknown>>
}

interface Defaults {
  readonly priority: number
  readonly retentionStrategy: RetentionStrategy
  readonly mutable: boolean
}

/** Defaults for the fields that a chunk does not set, by its type. */
export const chunkDefaults: Readonly<Record<ChunkType, Defaults>> = {
  SYSTEM: { priority: 1000, retentionStrategy: 'CRITICAL', mutable: false },
  AGENT: { priority: 900, retentionStrategy: 'COMPRESSIBLE', mutable: false },
  WORKFLOW: { priority: 800, retentionStrategy: 'COMPRESSIBLE', mutable: false },
  DELEGATION: { priority: 700, retentionStrategy: 'COMPRESSIBLE', mutable: true },
  ENVIRONMENT: { priority: 600, retentionStrategy: 'COMPRESSIBLE', mutable: false },
  WORKING_FLOW: { priority: 500, retentionStrategy: 'BATCH_COMPRESSIBLE', mutable: true },
  OUTPUT: { priority: 400, retentionStrategy: 'COMPRESSIBLE', mutable: false },
}
