/** Names on the way to a field; null stands for any: each element of a list, each key of an object. */
export type Path = readonly (string | null)[]

/**
 * A path to a field of a JSON value: `a.b`, `items.*.id`. A star is each element of a list, or each key of an object; a name is
 * a key. A dot or a star that belongs to a name has a backslash before it. Throws a TypeError that names the place for what
 * is no path.
 */
export function readPath(given: unknown, place: string): Path {
  if (typeof given !== 'string' || given === '')
    throw new TypeError(`${place} is a path to a field, like 'items.*.id'`)
  const names = (given.match(/(?:^|\.)(?:\\.|[^.\\])*/gs) ?? []).map((name, index) =>
    index === 0 ? name : name.slice(1),
  )
  if (names.join('.') !== given || names.includes(''))
    throw new TypeError(
      `${place} is no path to a field: '${given}' has an empty name, or ends with a backslash`,
    )
  return names.map(name => (name === '*' ? null : name.replace(/\\(.)/gs, '$1')))
}

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
