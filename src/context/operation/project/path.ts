/** Names on the way to a field; null stands for any: each element of a list, each key of an object. */
export type Path = readonly (string | null)[]

/**
 * A path to a field of a JSON value: `a.b`, `items.*.id`, `items.0`. A star is each element of a list, or each key of an object;
 * any other name is a key, and in a list the index of an element, from 0. A dot, a star or a backslash that belongs to a name has
 * a backslash before it. Null for what is no path: a name is empty, or a backslash is the last.
 */
export function pathOf(given: string): Path | null {
  const names = (given.match(/(?:^|\.)(?:\\.|[^.\\])*/gs) ?? []).map((name, index) =>
    index === 0 ? name : name.slice(1),
  )
  if (names.join('.') !== given || names.includes('')) return null
  return names.map(name => (name === '*' ? null : name.replace(/\\(.)/gs, '$1')))
}

/** The same for what may be anything. Throws a TypeError that names the place for what is no path. */
export function readPath(given: unknown, place: string): Path {
  if (typeof given !== 'string' || given === '')
    throw new TypeError(`${place} is a path to a field, like 'items.*.id'`)
  const path = pathOf(given)
  if (path !== null) return path
  throw new TypeError(
    `${place} is no path to a field: '${given}' has an empty name, or ends with a backslash`,
  )
}

/** Whether a name is the index of an element, where it stands for a list. */
export const isIndex = (name: string): boolean => /^(?:0|[1-9]\d*)$/.test(name)

/** Paths as a tree: what may follow each name. */
export interface PathTree {
  /** A path ends here. */
  isEnd: boolean
  readonly names: Map<string, PathTree>
  any: PathTree | null
}

/** The tree of some paths. */
export function pathTree(paths: readonly Path[]): PathTree {
  const root = emptyTree()
  for (const path of paths) {
    let at = root
    for (const name of path) at = childOf(at, name)
    at.isEnd = true
  }
  return root
}

function childOf(tree: PathTree, name: string | null): PathTree {
  if (name === null) {
    tree.any ??= emptyTree()
    return tree.any
  }
  const child = tree.names.get(name) ?? emptyTree()
  tree.names.set(name, child)
  return child
}

const emptyTree = (): PathTree => ({ isEnd: false, names: new Map(), any: null })
