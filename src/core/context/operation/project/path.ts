import { wrongValueError } from '../../../form/describe.ts'
import type { Path } from '../../../form/path.ts'

/** Path of names that leads to a field. A name that is null matches each element of a list or each key of an object. */
export type FieldPath = readonly (string | null)[]

/**
 * Parses a path to a field of a JSON value: `a.b`, `items.*.id`, `items.0`. A star matches each element of a list or
 * each key of an object. Any other name is a key or, in a list, the index of an element, counted from 0. A backslash
 * escapes a dot, star or backslash in a name. Returns null if a name is empty or the text ends with a backslash.
 */
export function parseFieldPath(given: string): FieldPath | null {
  const names = (given.match(/(?:^|\.)(?:\\.|[^.\\])*/gs) ?? []).map((name, index) =>
    index === 0 ? name : name.slice(1),
  )
  if (names.join('.') !== given || names.includes('')) return null
  return names.map(name => (name === '*' ? null : name.replace(/\\(.)/gs, '$1')))
}

/** Parses a path from a value of unknown type. Throws a TypeError that names `place` if the value is not a path. */
export function readPath(given: unknown, place: Path): FieldPath {
  if (typeof given !== 'string' || given === '')
    throw wrongValueError("a path to a field, such as 'items.*.id'", given, place)
  const path = parseFieldPath(given)
  if (path !== null) return path
  throw place.wrong(`is not a path to a field: '${given}' has an empty name, or ends with a backslash`)
}

/** Whether a name can be the index of a list element. */
export const isIndex = (name: string): boolean => /^(?:0|[1-9]\d*)$/.test(name)

/** Tree made of the names in several paths. */
export interface PathTree {
  /** Whether a path ends at this node. */
  isEnd: boolean
  readonly names: Map<string, PathTree>
  any: PathTree | null
}

/** Returns the tree made of the names in several paths. */
export function pathTree(paths: readonly FieldPath[]): PathTree {
  const root = emptyTree()
  for (const path of paths) {
    let at = root
    for (const name of path) at = childForName(at, name)
    at.isEnd = true
  }
  return root
}

function childForName(tree: PathTree, name: string | null): PathTree {
  if (name === null) {
    tree.any ??= emptyTree()
    return tree.any
  }
  const child = tree.names.get(name) ?? emptyTree()
  tree.names.set(name, child)
  return child
}

const emptyTree = (): PathTree => ({ isEnd: false, names: new Map(), any: null })
