import { isObject } from '../../ir/json.ts'
import { toJson } from '../../text/json.ts'
import { resolveReference } from '../references.ts'
import { type SchemaNode, type Step, without } from './reshape.ts'

/**
 * Makes a step that removes refused keywords from the root. A choice of objects is merged: it keeps the properties of
 * all branches and their common requirements, so the model still knows what it may write.
 */
export const plainRoot =
  (refused: readonly string[]): Step =>
  (node, say, root) => {
    const found = root === null ? [] : refused.filter(key => node[key] !== undefined)
    if (root === null || found.length === 0) return node
    for (const key of found) say(key)
    return found.reduce(
      (merged, key) => {
        const given: unknown = node[key]
        const branches = Array.isArray(given) ? given.map(branch => resolved(branch, root)) : []
        return branches.every(isObjectBranch) ? merge(merged, branches, key === 'allOf') : merged
      },
      without(node, found),
    )
  }

/** Replaces a root that is only a reference by its target, because providers demand an object there. */
export function inlineRoot(schema: SchemaNode): SchemaNode {
  const { $ref } = schema
  const found =
    typeof $ref === 'string' && schema.type === undefined ? resolveReference(schema, $ref) : undefined
  return isObject(found) && found.$ref === undefined ? { ...without(schema, ['$ref']), ...found } : schema
}

const resolved = (branch: unknown, root: SchemaNode): unknown =>
  isObject(branch) && typeof branch.$ref === 'string' ? resolveReference(root, branch.$ref) : branch

const isObjectBranch = (branch: unknown): branch is SchemaNode =>
  isObject(branch) && (branch.type === undefined || branch.type === 'object')

function merge(node: SchemaNode, branches: readonly SchemaNode[], all: boolean): SchemaNode {
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
