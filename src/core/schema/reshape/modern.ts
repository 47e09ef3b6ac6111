import { isObject } from '../../ir/json.ts'
import { isWellFormed } from './keywords.ts'
import { nodeWithoutKeywords, type ReshapeStep, type SchemaNode } from './reshape.ts'

/**
 * Rewrites older drafts and OpenAPI forms as JSON Schema 2020-12, the draft by which providers check schemas, and drops
 * keywords with an invalid value.
 */
export const modernizeSchema: ReshapeStep = (given, say) => {
  const node = conversions.reduce((current, convert) => convert(current), given)
  const wrong = Object.keys(node).filter(key => node[key] !== undefined && !isWellFormed(key, node[key]))
  for (const key of wrong) say(key)
  const sound = wrong.length === 0 ? node : nodeWithoutKeywords(node, wrong)
  return dropInvalidProperties(sound, say)
}

/** Drops properties whose value is not a schema, and replaces `true` with an empty schema. */
function dropInvalidProperties(node: SchemaNode, say: (what: string) => void): SchemaNode {
  const { properties } = node
  if (!isObject(properties)) return node
  const entries = Object.entries(properties)
  if (entries.every(([, value]) => isObject(value) || value === false)) return node
  const kept = entries.flatMap(([name, value]) => {
    if (isObject(value) || value === false) return [[name, value]]
    if (value === true) return [[name, {}]]
    say(`properties/${name}`)
    return []
  })
  return { ...node, properties: Object.fromEntries(kept) }
}

/** Rewrites tuples of older drafts: a list under `items`, with `additionalItems` for the rest. */
function modernizeTuples(node: SchemaNode): SchemaNode {
  const { items, additionalItems } = node
  if (!Array.isArray(items)) return node
  return {
    ...nodeWithoutKeywords(node, ['items', 'additionalItems', '$schema']),
    ...(items.length > 0 && { prefixItems: items }),
    ...(additionalItems !== undefined && { items: additionalItems }),
  }
}

/** Rewrites exclusive bounds of older drafts, which are a flag in addition to the number. */
function modernizeBounds(node: SchemaNode): SchemaNode {
  const flags = (['exclusiveMinimum', 'exclusiveMaximum'] as const).filter(
    key => typeof node[key] === 'boolean',
  )
  return flags.reduce((current, key) => {
    const plain = key === 'exclusiveMinimum' ? 'minimum' : 'maximum'
    return current[key] === true && typeof current[plain] === 'number'
      ? { ...nodeWithoutKeywords(current, [key, plain]), [key]: current[plain] }
      : nodeWithoutKeywords(current, [key])
  }, node)
}

/** Rewrites `nullable` of OpenAPI: null becomes one of the types. */
function modernizeNullable(node: SchemaNode): SchemaNode {
  if (typeof node.nullable !== 'boolean') return node
  const rest = nodeWithoutKeywords(node, ['nullable'])
  const { type, enum: values, anyOf } = rest
  if (!node.nullable) return rest
  if (typeof type !== 'string')
    return Array.isArray(anyOf) ? { ...rest, anyOf: [...anyOf, { type: 'null' }] } : rest
  return {
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
  }
}

/** Rewrites types in capital letters, as Google writes them, and drops `any`, which is not a type. */
function modernizeTypes(node: SchemaNode): SchemaNode {
  const { type } = node
  if (type === 'any') return nodeWithoutKeywords(node, ['type'])
  if (typeof type !== 'string' || isWellFormed('type', type)) return node
  const lower = type.toLowerCase()
  return isWellFormed('type', lower) ? { ...node, type: lower } : node
}

/** Drops an id that is not a URI reference. Source: griptape-ai/griptape#2150. */
const dropInvalidId = (node: SchemaNode): SchemaNode =>
  typeof node.$id === 'string' && /[\s<>"{}|\\^`]/.test(node.$id) ? nodeWithoutKeywords(node, ['$id']) : node

/** Drops repeated names from `required`. */
const dropRepeatedNames = (node: SchemaNode): SchemaNode =>
  Array.isArray(node.required) && new Set(node.required).size < node.required.length
    ? { ...node, required: [...new Set(node.required)] }
    : node

const conversions: readonly ((node: SchemaNode) => SchemaNode)[] = [
  modernizeTuples,
  modernizeBounds,
  modernizeTypes,
  modernizeNullable,
  dropInvalidId,
  dropRepeatedNames,
]
