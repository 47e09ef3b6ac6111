import { assertList, type Check, number, object, oneOf, text, trueOrFalse } from '../../core/form/check.ts'
import { describe } from '../../core/form/describe.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import { nonEmptyText } from '../../core/form/quantities.ts'
import {
  type ChunkContent,
  ChunkType,
  chunkDefaults,
  type MemoryChunk,
  type MemoryState,
  RetentionStrategy,
  type StateMetadata,
  WorkingFlowSubType,
} from './chunk.ts'

/** Chunk as a program writes it; omitted fields get the defaults of its type. */
export type ChunkInput = Omit<MemoryChunk, 'metadata' | 'content'> & {
  readonly content: ChunkContent
  readonly metadata?: MemoryChunk['metadata']
}

/**
 * Creates a chunk with the defaults of its type.
 *
 * Throws a TypeError for a chunk without an id, for an unknown type, subtype or retention class (also of a child),
 * and for children that are no list.
 *
 * @example
 * import { createChunk } from 'ctxc/memory'
 *
 * const chunk = createChunk({ id: 'c1', type: 'OUTPUT', content: { type: 'TEXT', text: 'Done.' } })
 * console.log(chunk.retentionStrategy) // COMPRESSIBLE
 */
export function createChunk(input: ChunkInput): MemoryChunk {
  return readChunk(input, Path.named('chunk'))
}

/**
 * Creates a state of these chunks, in this order.
 *
 * Throws a TypeError for a chunk that `createChunk` rejects, and for an id that two chunks or children share.
 *
 * @example
 * import { createState } from 'ctxc/memory'
 *
 * const state = createState([{ id: 'c1', type: 'SYSTEM', content: { type: 'TEXT', text: 'Be brief.' } }])
 * console.log(state.chunks.get('c1')?.priority) // 1000
 */
export function createState(
  inputs: readonly ChunkInput[],
  input: { readonly id?: string; readonly threadId?: string; readonly metadata?: StateMetadata } = {},
): MemoryState {
  const { id = 'state', ...rest } = readOptions(stateForm, input, 'createState')
  const at = Path.named('createState').in('chunks')
  const ids = new Set<string>()
  const made = at.readEach(assertList(inputs, at), (given, place) => {
    const chunk = readChunk(given, place)
    for (const own of idsOfChunk(chunk)) {
      if (ids.has(own)) throw place.wrong(idInUseText(own))
      ids.add(own)
    }
    return [chunk.id, chunk] as const
  })
  const chunks = new Map(made)
  return Object.freeze({ id, chunkIds: Object.freeze([...chunks.keys()]), chunks, metadata: {}, ...rest })
}

const stateForm: OptionsForm<NonNullable<Parameters<typeof createState>[1]>> = {
  takes: { id: text, threadId: text, metadata: acceptAnyValue },
}

/** Reads a chunk. Throws a TypeError for an invalid one, such as a chunk with an unknown retention class. */
export function readChunk(value: unknown, at: Path): MemoryChunk {
  object(value, at)
  const input = value as ChunkInput
  chunkType(input.type, at.in('type'))
  nonEmptyText(input.id, at.in('id'))
  assertFields(input, at)
  if (input.children !== undefined) checkChildren(input.children, at.in('children'))
  return Object.freeze({
    ...chunkDefaults[input.type],
    ...input,
    metadata: Object.freeze({ ...input.metadata }),
  })
}

/** Returns the ids of a chunk and its children. */
export const idsOfChunk = ({ id, children = [] }: MemoryChunk): string[] => [
  id,
  ...children.map(child => child.id),
]

/** Returns the error text for an id that another chunk or child uses or used. */
export const idInUseText = (id: string): string =>
  `must have ids of its own, also for its children, got ${describe(id)} again`

const chunkType = oneOf(Object.keys(ChunkType))

/** Checks of the optional fields of a chunk or child. Programs may add further fields. */
const fields: Readonly<Record<string, Check>> = {
  subType: oneOf(Object.keys(WorkingFlowSubType)),
  retentionStrategy: oneOf(Object.keys(RetentionStrategy)),
  priority: number,
  mutable: trueOrFalse,
}

function assertFields(value: object, at: Path): void {
  for (const field in fields) {
    const given = (value as Readonly<Record<string, unknown>>)[field]
    if (given !== undefined) fields[field]?.(given, at.in(field))
  }
}

const checkChildren: Check = (value, at) => {
  at.readEach(assertList(value, at), (child, place) => {
    object(child, place)
    text((child as { id?: unknown }).id, place.in('id'))
    assertFields(child as object, place)
  })
}
