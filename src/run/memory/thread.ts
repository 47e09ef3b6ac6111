import { check, listOf, object, oneOf } from '../../core/form/check.ts'
import type { Path } from '../../core/form/path.ts'
import { isObject } from '../../core/ir/json.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import type { MemoryChunk, MemoryEntry, StateMetadata } from './chunk.ts'
import { idInUseText, idsOfChunk, readChunk } from './create.ts'
import { ThreadState } from './thread-state.ts'

const entryKind = oneOf(['add', 'update', 'remove', 'compact'] satisfies MemoryEntry['kind'][])

/** Thread: an append-only list of entries. Checks each new entry, written by a program or read from a snapshot. */
export class Thread {
  readonly id: string
  readonly custom: StateMetadata['custom']
  readonly entries: MemoryEntry[] = []
  private readonly known = new Map<string, MemoryChunk>()
  /**
   * Chunk that owns each id, for all ids that a chunk or child ever had. Ids are never reused, so that ids in a summary
   * keep their meaning.
   */
  private readonly owners = new Map<string, string>()
  private readonly knownId = check('the id of a chunk of the thread', id => this.known.has(id as string))
  private made = 0
  private newest: ThreadState

  constructor(id: string, custom?: StateMetadata['custom']) {
    this.id = id
    this.custom = custom
    this.newest = this.stateAt(0)
  }

  /** State after all entries. It is one object until the next entry is added. */
  get state(): ThreadState {
    if (this.newest.length !== this.entries.length) this.newest = this.stateAt(this.entries.length)
    return this.newest
  }

  /** Returns the state after the first `length` entries. */
  stateAt(length: number): ThreadState {
    return new ThreadState(this.id, this.entries, length, this.custom)
  }

  /** Returns a chunk of the thread. Throws a TypeError if the chunk is unknown or was removed. */
  requireChunk(id: string, at: Path): MemoryChunk {
    this.knownId(id, at)
    return this.known.get(id) as MemoryChunk
  }

  /** Whether the thread contains exactly this version of a chunk. */
  containsVersion(chunk: MemoryChunk): boolean {
    return this.known.get(chunk.id) === chunk
  }

  /** Whether any chunk or child uses or used an id. */
  isIdUsed(id: string): boolean {
    return this.owners.has(id)
  }

  /** Returns a new id that no chunk or child uses or used. */
  freeId(): string {
    let id: string
    do id = `chunk_${this.made++}`
    while (this.owners.has(id))
    return id
  }

  /** Adds chunks, and generates missing ids. If a chunk is invalid, throws a TypeError and adds none of them. */
  append(inputs: readonly unknown[], provenance: unknown, at: Path): void {
    const { made, entries } = this
    const { length } = entries
    try {
      at.in('chunks').readEach(inputs, (input, place) => {
        const chunk = isObject(input) && input.id === undefined ? { ...input, id: this.freeId() } : input
        this.add({ kind: 'add', chunk, provenance }, at, place)
      })
    } catch (error) {
      for (const { chunk } of entries.splice(length) as { readonly chunk: MemoryChunk }[]) {
        this.known.delete(chunk.id)
        for (const id of idsOfChunk(chunk)) this.owners.delete(id)
      }
      this.made = made
      throw error
    }
  }

  /** Adds a frozen copy of an entry, and returns it. Throws a TypeError if the entry may not come next. */
  add(value: unknown, at: Path, chunkAt: Path = at.in('chunk')): MemoryEntry {
    object(value, at)
    const { kind, chunk, id, covers, provenance } = value as Readonly<Record<string, unknown>>
    entryKind(kind, at.in('kind'))
    if (provenance !== undefined) object(provenance, at.in('provenance'))
    const why = provenance !== undefined && { provenance: frozenStoredCopy(provenance, at.in('provenance')) }
    if (kind === 'remove') {
      this.knownId(id, at.in('id'))
      return this.addCheckedEntry({ kind, id, ...why } as MemoryEntry)
    }
    const made = frozenStoredCopy(readChunk(chunk, chunkAt), chunkAt)
    if (kind === 'update') this.knownId(made.id, chunkAt.in('id'))
    this.assertIds(made, kind === 'update', chunkAt)
    if (kind !== 'compact') return this.addCheckedEntry({ kind, chunk: made, ...why } as MemoryEntry)
    listOf(this.knownId)(covers, at.in('covers'))
    return this.addCheckedEntry({
      kind,
      chunk: made,
      covers: Object.freeze([...(covers as string[])]),
      ...why,
    } as MemoryEntry)
  }

  /** Adds an entry that was already checked: in this thread, or in another thread with equal earlier entries. */
  addCheckedEntry(entry: MemoryEntry): MemoryEntry {
    if (entry.kind === 'remove') this.known.delete(entry.id)
    else {
      this.known.set(entry.chunk.id, entry.chunk)
      for (const id of idsOfChunk(entry.chunk)) this.owners.set(id, entry.chunk.id)
    }
    this.entries.push(Object.freeze(entry))
    return entry
  }

  /** Rejects an id that another chunk or child uses or used. An update may keep the ids of its own chunk. */
  private assertIds(chunk: MemoryChunk, isUpdate: boolean, at: Path): void {
    const ids = new Set<string>()
    for (const id of idsOfChunk(chunk)) {
      const owner = this.owners.get(id)
      const isFree = owner === undefined || (isUpdate && owner === chunk.id)
      if (!isFree || ids.has(id)) throw at.wrong(idInUseText(id))
      ids.add(id)
    }
  }
}

/** Returns a frozen copy of a value as plain JSON. Throws a TypeError for a value that JSON cannot represent. */
export function frozenStoredCopy<T>(value: T, at: Path): T {
  try {
    return frozenJson(value, toStoredJson) as T
  } catch (error) {
    throw at.wrong((error as Error).message, { cause: error })
  }
}

/** Returns a value as JSON writes it: a date as text, a class instance as its fields, NaN as null. */
function toStoredJson(value: unknown): unknown {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return null
  if (!isObject(value) || value instanceof Map || value instanceof Set) return value
  if (typeof value.toJSON === 'function') return toStoredJson(value.toJSON(''))
  return Object.getPrototypeOf(value) === Object.prototype ? value : { ...value }
}
