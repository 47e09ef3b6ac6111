import { isObject } from '../../ir/json.ts'

/** A JSON Schema, or a schema within one. */
export type SchemaNode = Readonly<Record<string, unknown>>

/** Changes one node before those within it; gives back the very same where nothing is to change. */
export type Step = (node: SchemaNode, say: (what: string) => void, root: SchemaNode | null) => SchemaNode

/** A schema as a provider takes it, and what of the given one is lost on the way. */
export interface Reshaped {
  readonly schema: SchemaNode
  /** `pointer keyword`. */
  readonly lost: readonly string[]
}

const mapKeys = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'] as const
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
 * Takes every node of a schema through the steps, in order. What needs no change is not copied, so that a schema that a
 * provider takes goes out as it came in. Not for what is nested too deeply.
 */
export function reshape(schema: SchemaNode, steps: readonly Step[]): Reshaped {
  const lost: string[] = []
  const visit = (given: SchemaNode, pointer: string): SchemaNode => {
    const say = (what: string): void => {
      lost.push(`${pointer} ${what}`)
    }
    const root = pointer === '#' ? schema : null
    const node = steps.reduce((current, step) => step(current, say, root), given)
    const inner: [string, unknown][] = []
    const child = (value: unknown, path: string): unknown =>
      isObject(value) ? visit(value, `${pointer}/${path}`) : value
    for (const key of mapKeys) if (isObject(node[key])) inner.push([key, mapOf(node[key], key, child)])
    for (const key of listKeys) if (Array.isArray(node[key])) inner.push([key, listOf(node[key], key, child)])
    for (const key of nodeKeys) if (isObject(node[key])) inner.push([key, child(node[key], key)])
    const changed = inner.filter(([key, value]) => value !== node[key])
    return changed.length === 0 ? node : { ...node, ...Object.fromEntries(changed) }
  }
  return { schema: visit(schema, '#'), lost }
}

type Child = (value: unknown, path: string) => unknown

function mapOf(map: Record<string, unknown>, key: string, child: Child): Record<string, unknown> {
  const entries = Object.entries(map).map(([name, value]) => [name, child(value, `${key}/${name}`)] as const)
  // Not by assignment: `__proto__` is a name like any other.
  return entries.every(([name, value]) => value === map[name]) ? map : Object.fromEntries(entries)
}

function listOf(list: readonly unknown[], key: string, child: Child): readonly unknown[] {
  const items = list.map((value, index) => child(value, `${key}/${index}`))
  return items.every((value, index) => value === list[index]) ? list : items
}

/** A node without some of its keywords. */
export const without = (node: SchemaNode, keys: readonly string[]): SchemaNode =>
  Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)))
