import { isObject } from '../../ir/json.ts'

/** A JSON Schema, or a schema within one. */
export type SchemaNode = Readonly<Record<string, unknown>>

/** Function that changes one node before the nodes inside it; it returns the same node if nothing changes. */
export type ReshapeStep = (
  node: SchemaNode,
  say: (what: string) => void,
  root: SchemaNode | null,
) => SchemaNode

/** A schema as a provider accepts it, and the parts that were dropped from the given schema. */
export interface Reshaped {
  readonly schema: SchemaNode
  /** Positions of the dropped keywords, each as `pointer keyword`. */
  readonly lost: readonly string[]
}

/** Keywords whose value is an object of schemas by name. */
export const mapKeys = [
  'properties',
  '$defs',
  'definitions',
  'patternProperties',
  'dependentSchemas',
] as const
const listKeys = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const nodeKeys = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const

/**
 * Applies steps, in order, to every node of a schema. Unchanged nodes are not copied, so a schema that needs no change
 * is sent as the same object. The schema must not be nested too deeply for recursion.
 */
export function reshape(schema: SchemaNode, steps: readonly ReshapeStep[]): Reshaped {
  const lost: string[] = []
  const reshapeNode = (given: SchemaNode, pointer: string): SchemaNode => {
    const noteLost = (what: string): void => {
      lost.push(`${pointer} ${what}`)
    }
    const root = pointer === '#' ? schema : null
    const node = steps.reduce((current, step) => step(current, noteLost, root), given)
    const inner: [string, unknown][] = []
    const reshapeChild = (value: unknown, path: string): unknown =>
      isObject(value) ? reshapeNode(value, `${pointer}/${path}`) : value
    for (const key of mapKeys)
      if (isObject(node[key])) inner.push([key, reshapeMap(node[key], key, reshapeChild)])
    for (const key of listKeys)
      if (Array.isArray(node[key])) inner.push([key, reshapeList(node[key], key, reshapeChild)])
    for (const key of nodeKeys) if (isObject(node[key])) inner.push([key, reshapeChild(node[key], key)])
    const changed = inner.filter(([key, value]) => value !== node[key])
    return changed.length === 0 ? node : { ...node, ...Object.fromEntries(changed) }
  }
  return { schema: reshapeNode(schema, '#'), lost }
}

type Child = (value: unknown, path: string) => unknown

function reshapeMap(map: Record<string, unknown>, key: string, child: Child): Record<string, unknown> {
  const entries = Object.entries(map).map(([name, value]) => [name, child(value, `${key}/${name}`)] as const)
  // `fromEntries` makes `__proto__` an ordinary key, which an assignment would not.
  return entries.every(([name, value]) => value === map[name]) ? map : Object.fromEntries(entries)
}

function reshapeList(list: readonly unknown[], key: string, child: Child): readonly unknown[] {
  const items = list.map((value, index) => child(value, `${key}/${index}`))
  return items.every((value, index) => value === list[index]) ? list : items
}

/** Returns a node without the given keywords. */
export const nodeWithoutKeywords = (node: SchemaNode, keys: readonly string[]): SchemaNode =>
  Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)))
