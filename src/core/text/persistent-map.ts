import { hashText } from './hash.ts'

/** Entries with the same hash, usually just one. */
interface Leaf<Value> {
  readonly hash: number
  readonly entries: readonly (readonly [string, Value])[]
}

/** Sixteen children, chosen by four bits of the hash. */
type Branch<Value> = readonly (Node<Value> | undefined)[]
type Node<Value> = Leaf<Value> | Branch<Value>

const bits = 4
const width = 1 << bits

/**
 * Immutable map. A map with one more entry shares all but a few nodes with the original, so many versions of a large
 * map need little memory. The order of iteration depends on the keys, not on the history of the map.
 */
export class PersistentMap<Value> implements ReadonlyMap<string, Value> {
  readonly size: number
  private readonly root: Node<Value> | undefined

  private constructor(root: Node<Value> | undefined, size: number) {
    this.root = root
    this.size = size
  }

  static of<Value>(entries: Iterable<readonly [string, Value]> = []): PersistentMap<Value> {
    if (entries instanceof PersistentMap) return entries
    let map = new PersistentMap<Value>(undefined, 0)
    for (const [key, value] of entries) map = map.set(key, value)
    return map
  }

  get(key: string): Value | undefined {
    return this.findEntry(key)?.[1]
  }

  has(key: string): boolean {
    return this.findEntry(key) !== undefined
  }

  /** Returns a map with an entry added or replaced; this map if nothing changes. */
  set(key: string, value: Value): PersistentMap<Value> {
    const known = this.findEntry(key)
    if (known !== undefined && known[1] === value) return this
    const leaf = { hash: hashOf(key), entries: [[key, value] as const] }
    return new PersistentMap(
      nodeWithLeaf(this.root, leaf, 0),
      known === undefined ? this.size + 1 : this.size,
    )
  }

  /** Returns a map without a key; this map if it does not have the key. */
  delete(key: string): PersistentMap<Value> {
    if (!this.has(key)) return this
    return new PersistentMap(nodeWithoutKey(this.root, key, hashOf(key), 0), this.size - 1)
  }

  /**
   * Returns a map with the entries of both; If a key has different values, `combine` returns the value. Nodes that both
   * share are skipped.
   */
  merge(
    other: PersistentMap<Value>,
    combine: (left: Value | undefined, right: Value | undefined, key: string) => Value,
  ): PersistentMap<Value> {
    let merged: PersistentMap<Value> = this
    for (const key of this.unsharedKeys(other))
      merged = merged.set(key, combine(this.get(key), other.get(key), key))
    return merged
  }

  /** Yields the keys in nodes that the two maps do not share. Both maps may still have equal values for such a key. */
  *unsharedKeys(other: PersistentMap<Value>): Generator<string> {
    const pairs: [Node<Value> | undefined, Node<Value> | undefined][] = [[this.root, other.root]]
    for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
      const [left, right] = pair
      if (left === right) continue
      if (isBranch(left) && isBranch(right))
        for (let at = 0; at < width; at++) pairs.push([left[at], right[at]])
      else yield* new Set([...keysOf(left), ...keysOf(right)])
    }
  }

  *[Symbol.iterator](): MapIterator<[string, Value]> {
    for (const [key, value] of entriesOf(this.root)) yield [key, value]
  }

  entries(): MapIterator<[string, Value]> {
    return this[Symbol.iterator]()
  }

  *keys(): MapIterator<string> {
    for (const [key] of entriesOf(this.root)) yield key
  }

  *values(): MapIterator<Value> {
    for (const [, value] of entriesOf(this.root)) yield value
  }

  forEach(run: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of entriesOf(this.root)) run(value, key, this)
  }

  private findEntry(key: string): readonly [string, Value] | undefined {
    const hash = hashOf(key)
    let node = this.root
    for (let shift = 0; isBranch(node); shift += bits) node = node[childIndex(hash, shift)]
    return node?.hash === hash ? node.entries.find(([name]) => name === key) : undefined
  }
}

const isBranch = <Value>(node: Node<Value> | undefined): node is Branch<Value> => Array.isArray(node)

const childIndex = (hash: number, shift: number): number => (hash >>> shift) & (width - 1)

function nodeWithLeaf<Value>(node: Node<Value> | undefined, leaf: Leaf<Value>, shift: number): Node<Value> {
  if (node === undefined) return leaf
  if (isBranch(node)) {
    const way = childIndex(leaf.hash, shift)
    return node.with(way, nodeWithLeaf(node[way], leaf, shift + bits))
  }
  const [entry] = leaf.entries
  if (node.hash === leaf.hash)
    return {
      hash: node.hash,
      entries: [...node.entries.filter(([key]) => key !== entry?.[0]), ...leaf.entries],
    }
  const branch: (Node<Value> | undefined)[] = Array.from({ length: width })
  branch[childIndex(node.hash, shift)] = node
  return nodeWithLeaf(branch, leaf, shift)
}

/**
 * Returns a node without one of its keys. A branch with a single remaining leaf becomes that leaf, so the shape does
 * not depend on history.
 */
function nodeWithoutKey<Value>(
  node: Node<Value> | undefined,
  key: string,
  hash: number,
  shift: number,
): Node<Value> | undefined {
  if (!isBranch(node)) {
    const entries = node?.entries.filter(([name]) => name !== key) ?? []
    return entries.length > 0 ? { hash, entries } : undefined
  }
  const way = childIndex(hash, shift)
  const child = nodeWithoutKey(node[way], key, hash, shift + bits)
  if (isBranch(child)) return node.with(way, child)
  const others = node.filter((other, at) => at !== way && other !== undefined)
  const [only = child] = others
  const isAlone = others.length === 0 || (others.length === 1 && child === undefined)
  return isAlone && !isBranch(only) ? only : node.with(way, child)
}

function* entriesOf<Value>(node: Node<Value> | undefined): Generator<readonly [string, Value]> {
  const open = [node]
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop())
    if (isBranch(next)) open.push(...next)
    else if (next !== undefined) yield* next.entries
}

const keysOf = <Value>(node: Node<Value> | undefined): string[] => [...entriesOf(node)].map(([key]) => key)

const hashOf = (key: string): number => hashText(0x811c9dc5, key) >>> 0
