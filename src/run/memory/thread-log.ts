import { isObject } from '../../core/ir/json.ts'
import type { MemoryChunk } from './chunk.ts'
import { createChunk } from './create.ts'
import type { MemoryEntry } from './entry.ts'
import { frozenCopy } from './frozen.ts'

/** Returns the message for an id in use. */
export const taken = (id: string): string => `the thread has or had a chunk '${id}', or a child of that id`

const kinds: readonly unknown[] = ['add', 'update', 'remove', 'compact'] satisfies MemoryEntry['kind'][]

/** Log of a thread, and the checks of its next entry: writers and readers of a thread use the same checks. */
export class ThreadLog {
  /** Entries in order, append-only. */
  readonly entries: MemoryEntry[] = []
  private readonly known = new Map<string, MemoryChunk>()
  /** Chunk of every id that a chunk or child ever had. Ids are never reused, so a summary's ids keep their meaning. */
  private readonly owners = new Map<string, string>()
  private made = 0

  /** Returns a chunk that was not removed. */
  get(id: string): MemoryChunk | undefined {
    return this.known.get(id)
  }

  /** Whether a chunk or child has or had an id. */
  has(id: string): boolean {
    return this.owners.has(id)
  }

  /** Returns a generated id that no chunk or child has or had, and that is not in `claimed`. */
  freeId(claimed: ReadonlyMap<string, string> = new Map()): string {
    let id: string
    do id = `chunk_${this.made++}`
    while (this.owners.has(id) || claimed.has(id))
    return id
  }

  /** Creates entries for chunks that are added together, with ids. Throws a TypeError for an invalid chunk. */
  readAdded(inputs: readonly { readonly id?: string }[], provenance: unknown): MemoryEntry[] {
    const { made } = this
    const claimed = new Map<string, string>()
    try {
      return inputs.map(input => {
        const chunk = { ...input, id: input?.id ?? this.freeId(claimed) }
        return this.read({ kind: 'add', chunk, provenance }, claimed)
      })
    } catch (error) {
      this.made = made
      throw error
    }
  }

  /** Reads and freezes an entry. Throws a TypeError if it may not be next; `claimed` holds ids of entries before it. */
  read(value: unknown, claimed: Map<string, string> = new Map()): MemoryEntry {
    const { kind, chunk, id, covers, provenance } = isObject(value) ? value : {}
    if (!kinds.includes(kind))
      throw new TypeError(`an entry adds, updates, removes or compacts; this one is '${String(kind)}'`)
    if (provenance !== undefined && !isObject(provenance))
      throw new TypeError('the provenance of an entry is an object')
    const why = provenance && { provenance: frozenCopy(provenance, 'provenance') }
    if (kind === 'remove') return Object.freeze({ kind, id: this.assertKnown(id), ...why })
    const made = createChunk(chunk as never)
    const kept = frozenCopy(made, `chunk '${made.id}'`)
    if (kind === 'update') this.assertKnown(kept.id)
    this.claim(kept, kind === 'update', claimed)
    if (kind !== 'compact') return Object.freeze({ kind: kind as 'add' | 'update', chunk: kept, ...why })
    if (!Array.isArray(covers)) throw new TypeError('a summary covers a list of chunks')
    const told = Object.freeze(covers.map(covered => this.assertKnown(covered)))
    return Object.freeze({ kind: 'compact', chunk: kept, covers: told, ...why })
  }

  /** Adds an entry that was read. */
  add(entry: MemoryEntry): void {
    this.entries.push(entry)
    if (entry.kind === 'remove') {
      this.known.delete(entry.id)
      return
    }
    const { id, children = [] } = entry.chunk
    this.known.set(id, entry.chunk)
    for (const own of [id, ...children.map(child => child.id)]) this.owners.set(own, id)
  }

  /** Claims the ids of a chunk and its children: each is used only once, but an update may keep its own. */
  private claim({ id, children = [] }: MemoryChunk, isUpdate: boolean, claimed: Map<string, string>): void {
    const own = [...(isUpdate ? [] : [id]), ...children.map(child => child.id)]
    if (new Set(own).size < own.length || (isUpdate && own.includes(id)))
      throw new TypeError(`chunk '${id}' and its children have one id twice`)
    for (const name of own) {
      const owner = claimed.get(name) ?? this.owners.get(name)
      const isOwn = isUpdate && owner === id
      if (owner !== undefined && !isOwn) throw new TypeError(taken(name))
    }
    for (const name of own) claimed.set(name, id)
  }

  private assertKnown(id: unknown): string {
    if (typeof id !== 'string' || !this.known.has(id))
      throw new TypeError(`the thread has no chunk '${String(id)}'`)
    return id
  }
}
