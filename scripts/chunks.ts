/** Module as a bundler knows it. */
export interface Module {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
  readonly code: string | null
}

/** Modules that a process loads together, and how many processes do. */
export interface Load {
  readonly modules: readonly string[]
  readonly weight: number
}

/** Modules that are in one file. */
interface Chunk {
  readonly modules: readonly string[]
  readonly bytes: number
  /** Positions of the loads that have this chunk. */
  readonly loads: Set<number>
  /** Chunks from which modules of this one import. */
  readonly imports: Set<Chunk>
}

/** Bytes of code that Node reads and parses in the time in which it finds, opens and links one file more. */
const bytesOfFile = 14_000

/** Returns everything that is reached from some places, and these places. */
function reachOf<Place>(from: Iterable<Place>, next: (place: Place) => Iterable<Place>): Set<Place> {
  const reached = new Set(from)
  for (const each of reached) for (const place of next(each)) reached.add(place)
  return reached
}

/**
 * Returns the chunk of each module that several roots reach, by its number. At first, modules that the same roots reach are a
 * chunk, so that nothing is loaded without need. Then chunks are merged as long as that makes the loads faster: those that need
 * both have a file less, the others more code. Chunks never import each other in a circle, so that no constant is read before
 * it is there.
 */
export function chunksOf(
  roots: readonly string[],
  loads: readonly Load[],
  moduleOf: (id: string) => Module | null,
): ReadonlyMap<string, number> {
  const chunks = firstChunks(roots, loads, moduleOf)
  for (;;) {
    const all = [...chunks]
    const reaches = new Map(all.map(chunk => [chunk, reachOf([chunk], ({ imports }) => imports)]))
    let best: { readonly gain: number; readonly pair: readonly [Chunk, Chunk] } | null = null
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1)) {
        const gain = gainOf(one, other, reaches, loads)
        if (gain > (best?.gain ?? 0) && !isBetween(one, other, reaches) && !isBetween(other, one, reaches))
          best = { gain, pair: [one, other] }
      }
    if (best === null) return new Map(all.flatMap(({ modules }, at) => modules.map(id => [id, at] as const)))
    merge(chunks, best.pair)
  }
}

/** Returns a chunk for each set of roots that reach the same modules, but for modules that only one root reaches. */
function firstChunks(
  roots: readonly string[],
  loads: readonly Load[],
  moduleOf: (id: string) => Module | null,
): Set<Chunk> {
  const reach = (ids: readonly string[]) => reachOf(ids, id => moduleOf(id)?.importedIds ?? [])
  const reaches = roots.map(root => reach([root]))
  const loaded = loads.map(({ modules }) => reach(modules))
  const byRoots = new Map<string, string[]>()
  for (const id of new Set(reaches.flatMap(each => [...each]))) {
    const reaching = reaches.flatMap((each, at) => (each.has(id) ? [at] : []))
    if (reaching.length < 2) continue
    const key = reaching.join()
    byRoots.set(key, [...(byRoots.get(key) ?? []), id])
  }
  const chunkOf = new Map<string, Chunk>()
  for (const modules of byRoots.values()) {
    const bytes = modules.reduce((sum, id) => sum + (moduleOf(id)?.code?.length ?? 0), 0)
    const has = new Set(loaded.flatMap((each, at) => (modules.some(id => each.has(id)) ? [at] : [])))
    const chunk = { modules, bytes, loads: has, imports: new Set<Chunk>() }
    for (const id of modules) chunkOf.set(id, chunk)
  }
  for (const [id, chunk] of chunkOf)
    for (const next of moduleOf(id)?.importedIds ?? []) {
      const imported = chunkOf.get(next)
      if (imported && imported !== chunk) chunk.imports.add(imported)
    }
  return new Set(chunkOf.values())
}

type Reaches = ReadonlyMap<Chunk, ReadonlySet<Chunk>>

/** Returns how many bytes of code less the loads seem to have, after two chunks are merged. */
function gainOf(one: Chunk, other: Chunk, reaches: Reaches, loads: readonly Load[]): number {
  let gain = 0
  for (const at of one.loads) if (other.loads.has(at)) gain += bytesOfFile * (loads[at]?.weight ?? 0)
  // Loads that have one of the two now have both, and everything that both import.
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const more = [...from.loads].filter(at => !to.loads.has(at))
    if (more.length === 0) continue
    for (const chunk of reaches.get(to) ?? [])
      for (const at of more)
        if (!chunk.loads.has(at))
          gain -= (chunk.bytes + (chunk === to ? 0 : bytesOfFile)) * (loads[at]?.weight ?? 0)
  }
  return gain
}

/** Whether a third chunk is on a way of imports from one chunk to another. */
const isBetween = (from: Chunk, to: Chunk, reaches: Reaches): boolean =>
  [...from.imports].some(each => each !== to && reaches.get(each)?.has(to))

function merge(chunks: Set<Chunk>, [one, other]: readonly [Chunk, Chunk]): void {
  const merged: Chunk = {
    modules: [...one.modules, ...other.modules],
    bytes: one.bytes + other.bytes,
    loads: new Set([...one.loads, ...other.loads]),
    imports: new Set([...one.imports, ...other.imports].filter(each => each !== one && each !== other)),
  }
  for (const each of [one, other]) chunks.delete(each)
  for (const { imports } of chunks)
    if ([one, other].map(each => imports.delete(each)).includes(true)) imports.add(merged)
  chunks.add(merged)
  for (const chunk of reachOf([merged], ({ imports }) => imports))
    for (const at of merged.loads) chunk.loads.add(at)
}
