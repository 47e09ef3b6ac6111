import { Path } from '../../../form/path.ts'
import { JsonTree } from '../../json/tree.ts'
import { type FieldPath, isIndex, type PathTree, pathTree, readPath } from './path.ts'

/** Fields of a JSON value to keep or to drop. */
export interface Projection {
  /**
   * Paths of the fields to keep. The objects and lists that contain these fields are kept too; all other fields are
   * dropped. By default, all fields are kept.
   */
  readonly keep?: readonly string[]
  /** Paths of fields to drop. */
  readonly omit?: readonly string[]
}

/**
 * Returns a JSON text with only some of its fields, chosen by paths such as `a.b`, `items.*.id` and `items.0`. Kept
 * fields are slices of the text, so the spelling of numbers, the order of keys and white space are unchanged. JSON
 * Lines are projected line by line.
 *
 * A list keeps its number of elements, unless `keep` names some elements by index or a path of `omit` ends at an
 * element. An element without a requested field becomes `{}` or `[]`; an element that is neither an object nor a list
 * is kept. If no path of `keep` leads to a field, everything is kept, because an empty value would look like the tool's
 * answer. Returns null for a text that is not JSON, or if nothing is dropped. Throws a TypeError for an invalid path.
 */
export function projectJson(text: string, { keep, omit = [] }: Projection): string | null {
  const kept = keep?.map((path, index) => readPath(path, Path.named('keep').in(index)))
  const omitted = omit.map((path, index) => readPath(path, Path.named('omit').in(index)))
  const treesOf = (paths: readonly FieldPath[]): PathTree[] => (paths.length === 0 ? [] : [pathTree(paths)])
  const asked = { keep: kept ? treesOf(kept) : null, omit: treesOf(omitted) }
  const projected = projectText(text, asked) ?? projectLines(text, asked)
  return projected === text ? null : projected
}

/** Fields to keep and to drop inside a node. `keep` is null if all fields are kept. */
interface Asked {
  readonly keep: readonly PathTree[] | null
  readonly omit: readonly PathTree[]
}

/** State of the projection of one value. */
interface Walk {
  readonly tree: JsonTree
  /** Whether at least one field exists that a path of `keep` names. */
  found: boolean
}

/** Projects one object or list; null for any other text. */
function projectText(text: string, asked: Asked): string | null {
  const tree = JsonTree.of(text)
  if (tree === null || !tree.isContainer(0)) return null
  const walk: Walk = { tree, found: asked.keep === null }
  const some = projectNode(walk, 0, asked)
  const value = walk.found ? some : projectNode(walk, 0, { ...asked, keep: null })
  return text.slice(0, tree.from(0)) + value + text.slice(tree.to(0))
}

/** Projects lines if each is an object or a list; otherwise returns null. */
function projectLines(text: string, asked: Asked): string | null {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const projected = line.trim() === '' ? line : projectText(line, asked)
    if (projected === null) return null
    lines.push(projected)
  }
  return lines.join('\n')
}

function projectNode(walk: Walk, node: number, asked: Asked): string {
  const { tree } = walk
  if (asked.keep === null && asked.omit.length === 0) return tree.slice(node)
  if (asked.keep?.length === 0) return tree.firstCharacter(node) === '{' ? '{}' : '[]'
  const children = tree.children(node)
  return tree.firstCharacter(node) === '{'
    ? projectObject(walk, node, children, asked)
    : projectList(walk, node, children, asked)
}

function projectObject(walk: Walk, node: number, children: readonly number[], asked: Asked): string {
  const { tree } = walk
  const members: string[] = []
  for (let at = 0; at < children.length; at += 2) {
    const [key, value] = children.slice(at, at + 2) as [number, number]
    const inside = fieldsInside(walk, asked, tree.string(key))
    if (inside === null || inside.keep?.length === 0) continue
    // `keep` names a field inside this value, but this value has no fields.
    if (inside.keep !== null && !tree.isContainer(value)) continue
    const head = tree.text.slice(tree.from(key), tree.from(value))
    members.push(head + (tree.isContainer(value) ? projectNode(walk, value, inside) : tree.slice(value)))
  }
  return joinWithBlanks(tree, node, children, members)
}

function projectList(walk: Walk, node: number, items: readonly number[], asked: Asked): string {
  const { tree } = walk
  // Elements are dropped only if `keep` names some elements by index.
  const isNamed = asked.keep?.some(({ names }) => [...names.keys()].some(isIndex)) ?? false
  const values = items.flatMap((item, index): string[] => {
    const inside = fieldsInside(walk, asked, String(index))
    if (inside === null || (isNamed && inside.keep?.length === 0)) return []
    return [tree.isContainer(item) ? projectNode(walk, item, inside) : tree.slice(item)]
  })
  return joinWithBlanks(tree, node, items, values)
}

/** Returns the fields to keep and to drop inside a field; null if the field itself is dropped. */
function fieldsInside(walk: Walk, { keep, omit }: Asked, name: string): Asked | null {
  const kept = keep && fieldsByName(keep, name)
  const isKept = kept?.some(({ isEnd }) => isEnd) ?? false
  walk.found ||= isKept
  const omitted = fieldsByName(omit, name)
  if (omitted.some(({ isEnd }) => isEnd)) return null
  return { keep: isKept ? null : kept, omit: omitted }
}

const fieldsByName = (trees: readonly PathTree[], name: string): PathTree[] =>
  trees.flatMap(({ names, any }) => {
    const named = names.get(name)
    return [...(named ? [named] : []), ...(any ? [any] : [])]
  })

/**
 * Joins pieces between the brackets of a value. Before the first piece, between two pieces and after the last piece,
 * the white space of the original text is kept.
 */
function joinWithBlanks(
  tree: JsonTree,
  node: number,
  children: readonly number[],
  pieces: readonly string[],
): string {
  const { text } = tree
  const [open, close] = tree.firstCharacter(node) === '{' ? ['{', '}'] : ['[', ']']
  if (pieces.length === 0) return open + close
  const isObject = open === '{'
  const lead = text.slice(tree.from(node) + 1, tree.from(children[0] as number))
  const second = children[isObject ? 2 : 1]
  const firstEnd = tree.to(children[isObject ? 1 : 0] as number)
  const between = second === undefined ? ',' : text.slice(firstEnd, tree.from(second))
  const tail = text.slice(tree.to(children.at(-1) as number), tree.to(node) - 1)
  return open + lead + pieces.join(between) + tail + close
}
