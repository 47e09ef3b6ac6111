import { isObject } from '../../ir/json.ts'
import { nodeWithoutKeywords, type ReshapeStep, type SchemaNode } from '../../schema/reshape/reshape.ts'
import { toJson } from '../../text/json.ts'

/**
 * Forbids additional properties in an object whose schema does not mention them. All values of the new schema are also
 * valid in the given schema.
 */
export const closeObjectSchema: ReshapeStep = node => {
  // Next to a choice (`anyOf`, …), an object without additional properties would exclude the properties that the choice
  // declares.
  const open = node.anyOf !== undefined || node.oneOf !== undefined || node.allOf !== undefined
  return isObjectSchema(node) && node.additionalProperties === undefined && !open
    ? { ...node, additionalProperties: false }
    : node
}

const isObjectSchema = ({ type, properties }: SchemaNode): boolean =>
  type === 'object' || (Array.isArray(type) && type.includes('object')) || isObject(properties)

/** Replaces an `allOf` with a single schema by that schema. */
export const soleParts: ReshapeStep = node => {
  const { allOf } = node
  if (!Array.isArray(allOf) || allOf.length !== 1 || !isObject(allOf[0])) return node
  const rest = nodeWithoutKeywords(node, ['allOf'])
  const part: SchemaNode = allOf[0]
  return Object.keys(part).some(key => rest[key] !== undefined) ? node : { ...rest, ...part }
}

/** Replaces `oneOf` by `anyOf`. The meaning stays the same if the branches give one property different fixed values. */
export const anyOfOne: ReshapeStep = (node, say) => {
  const { oneOf } = node
  if (!Array.isArray(oneOf) || node.anyOf !== undefined) return node
  if (!areToldApart(oneOf)) say('oneOf')
  return { ...nodeWithoutKeywords(node, ['oneOf']), anyOf: oneOf }
}

function areToldApart(branches: readonly unknown[]): boolean {
  const [first] = branches
  const names = isObject(first) && isObject(first.properties) ? Object.keys(first.properties) : []
  return names.some(name => {
    const values = branches.map(branch => soleValue(branch, name))
    return !values.includes(undefined) && new Set(values).size === values.length
  })
}

/** Returns the only value, as JSON, that a branch allows for a required property; undefined if there is none. */
function soleValue(branch: unknown, name: string): string | undefined {
  if (!isObject(branch) || !isObject(branch.properties)) return undefined
  const property = Object.hasOwn(branch.properties, name) ? branch.properties[name] : undefined
  if (!isObject(property) || !Array.isArray(branch.required) || !branch.required.includes(name))
    return undefined
  const values: unknown[] = Array.isArray(property.enum) ? property.enum : [property.const]
  return values.length === 1 && values[0] !== undefined ? toJson(values[0]) : undefined
}

/** Replaces a tuple by a list whose items match any of the tuple's schemas; their order is lost. */
export const looseTuples: ReshapeStep = (node, say) => {
  const { prefixItems, items, maxItems } = node
  if (!Array.isArray(prefixItems)) return node
  say('prefixItems')
  const ends = items === false || (typeof maxItems === 'number' && maxItems <= prefixItems.length)
  const kinds: unknown[] = ends ? prefixItems : [...prefixItems, items ?? {}]
  const distinct = [...new Map(kinds.map(kind => [toJson(kind), kind])).values()]
  return {
    ...nodeWithoutKeywords(node, ['prefixItems']),
    items: distinct.length === 1 ? distinct[0] : { anyOf: distinct },
    ...(ends && maxItems === undefined && { maxItems: prefixItems.length }),
  }
}

/** Drops all keywords next to a reference. */
export const bareReferences: ReshapeStep = (node, say) => {
  if (node.$ref === undefined) return node
  const beside = Object.keys(node).filter(key => !key.startsWith('$'))
  if (beside.length === 0) return node
  for (const key of beside) say(`${key} beside $ref`)
  return nodeWithoutKeywords(node, beside)
}

/** Adds the missing `type` to a schema with enum or constant values, unless a value is an object or a list. */
export const typedValues: ReshapeStep = node => {
  if (node.type !== undefined) return node
  const values: readonly unknown[] = Array.isArray(node.enum) ? node.enum : [node.const]
  const types = [...new Set(values.map(value => (value === null ? 'null' : typeof value)))]
  if (types.some(type => type === 'undefined' || type === 'object')) return node
  return { ...node, type: types.length === 1 ? types[0] : types }
}
