import { isObject } from '../../ir/json.ts'
import { nodeWithoutKeywords, type ReshapeStep, type SchemaNode } from '../../schema/reshape/reshape.ts'
import { toJson } from '../../text/json.ts'
import { resolveReference } from '../references.ts'

/**
 * Returns a step that removes refused keywords from a schema's root. If all alternatives are objects, they are merged
 * into one object that has all their properties and the requirements common to all. So the model still knows what it
 * may write.
 */
export const plainRoot =
  (refused: readonly string[]): ReshapeStep =>
  (node, say, root) => {
    const found = root === null ? [] : refused.filter(key => node[key] !== undefined)
    if (root === null || found.length === 0) return node
    for (const key of found) say(key)
    return found.reduce(
      (merged, key) => {
        const given: unknown = node[key]
        const branches = Array.isArray(given) ? given.map(branch => resolveBranch(branch, root)) : []
        return branches.every(isObjectBranch)
          ? mergeObjectBranches(merged, branches, key === 'allOf')
          : merged
      },
      nodeWithoutKeywords(node, found),
    )
  }

/** Maximum number of references that are followed to find a schema's root. A longer chain is treated as a cycle. */
const mostHops = 10

/**
 * Replaces a root that is a reference by the schema to which the reference points, because providers require an object
 * at the root. The root may contain `type: 'object'` next to the reference.
 */
export function inlineRoot(given: SchemaNode): SchemaNode {
  let schema = given
  for (let hop = 0; hop < mostHops; hop++) {
    const { $ref, type } = schema
    if (typeof $ref !== 'string' || (type !== undefined && type !== 'object')) return schema
    const found = resolveReference(given, $ref)
    if (!isObject(found) || found === schema) return given
    schema = { ...nodeWithoutKeywords(schema, ['$ref']), ...found }
  }
  return given
}

/** Returns a tool's parameters with `type: 'object'` at the root; the alternative `null` is dropped. */
export function objectRoot(given: SchemaNode): SchemaNode {
  const schema = inlineRoot(given)
  const { type } = schema
  if (Array.isArray(type) && type.includes('object') && type.every(one => one === 'object' || one === 'null'))
    return { ...schema, type: 'object' }
  for (const key of ['anyOf', 'oneOf']) {
    const branches = schema[key]
    if (type !== undefined || !Array.isArray(branches)) continue
    const [only, ...others] = branches.filter(branch => !(isObject(branch) && branch.type === 'null'))
    if (others.length === 0 && branches.length === 2 && isObject(only))
      return inlineRoot({ ...nodeWithoutKeywords(schema, [key]), ...only })
  }
  return schema
}

const resolveBranch = (branch: unknown, root: SchemaNode): unknown =>
  isObject(branch) && typeof branch.$ref === 'string' ? resolveReference(root, branch.$ref) : branch

const isObjectBranch = (branch: unknown): branch is SchemaNode =>
  isObject(branch) && (branch.type === undefined || branch.type === 'object')

function mergeObjectBranches(node: SchemaNode, branches: readonly SchemaNode[], all: boolean): SchemaNode {
  const properties = new Map<string, unknown[]>()
  for (const { properties: own } of [node, ...branches])
    for (const [name, schema] of isObject(own) ? Object.entries(own) : []) {
      const forms = properties.get(name) ?? []
      if (!forms.some(form => toJson(form) === toJson(schema))) forms.push(schema)
      properties.set(name, forms)
    }
  const demanded = branches.map(namesRequired)
  const common = all
    ? demanded.flat()
    : (demanded[0] ?? []).filter(name => demanded.every(names => names.includes(name)))
  const required = [...new Set([...namesRequired(node), ...common])].filter(name => properties.has(name))
  const forms = [...properties].map(([name, found]) => [
    name,
    found.length === 1 ? found[0] : { [all ? 'allOf' : 'anyOf']: found },
  ])
  return { ...node, properties: Object.fromEntries(forms), ...(required.length > 0 && { required }) }
}

const namesRequired = ({ required }: SchemaNode): string[] =>
  Array.isArray(required) ? required.filter(name => typeof name === 'string') : []
