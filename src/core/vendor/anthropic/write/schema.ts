import { isObject } from '../../../ir/json.ts'
import { modernizeSchema } from '../../../schema/reshape/modern.ts'
import {
  nodeWithoutKeywords,
  type Reshaped,
  type ReshapeStep,
  reshape,
  type SchemaNode,
} from '../../../schema/reshape/reshape.ts'
import { looksAround, looksBack, moveKeywordsToDescription } from '../../../target/reshape/narrow.ts'
import { plainRoot } from '../../../target/reshape/root.ts'
import { anyOfOne, closeObjectSchema, looseTuples, soleParts } from '../../../target/reshape/strict.ts'
import type { SubsetRule } from '../../../target/subset/rule.ts'
import { examineSchema } from '../../../target/subset/subset.ts'
import { isTooDeep } from '../../../text/depth.ts'

/**
 * Keywords that a strict schema may not have. They only restrict values, so the schema's structure does not change when
 * they are removed.
 */
const narrowing = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'minProperties',
  'maxProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
] as const

/** String formats that a strict schema may use; the list is from Anthropic's own client. */
const formats: ReadonlySet<string> = new Set(
  'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' '),
)

const readsPattern = (pattern: string): boolean => !looksAround(pattern) && !looksBack(pattern)

/** Limits of one strict schema on Claude (rule A18). */
export const strictSubset: SubsetRule = {
  forbidden: new Set(['oneOf', 'patternProperties', 'prefixItems', ...narrowing]),
  formats,
  readsPattern,
  plainEnums: true,
  closed: false,
  recursion: false,
  mostLevels: 1_000,
  mostProperties: Number.POSITIVE_INFINITY,
  mostEnumValues: Number.POSITIVE_INFINITY,
  minItems: [0, 1],
}

/** Limits that the strict schemas of one request share (rule A18). */
export const strictLimits = { tools: 20, optional: 24, unions: 16 }

const strictSteps: readonly ReshapeStep[] = [
  soleParts,
  anyOfOne,
  looseTuples,
  closeObjectSchema,
  moveKeywordsToDescription({ keywords: new Set(narrowing), formats, reads: readsPattern, mostMinItems: 1 }),
]

/** Schema adapted to the strict subset, with the parts that could not be adapted. */
export interface StrictSchema extends Reshaped {
  readonly beyond: readonly string[]
  readonly optional: number
  readonly unions: number
}

/** Returns a schema adapted to the strict subset, as far as possible. */
export function strictSchema(given: SchemaNode): StrictSchema {
  const reshaped = reshape(given, [modernizeSchema, ...strictSteps])
  return { ...reshaped, ...examineSchema(reshaped.schema, strictSubset) }
}

/** Pattern of the property names that a tool's schema may have (ComposioHQ/composio#3500). */
const legalKey = /^[a-zA-Z0-9_.-]{1,64}$/

const legalKeys: ReshapeStep = (node, say, root) => {
  if (root === null || !isObject(node.properties)) return node
  const names = Object.keys(node.properties).filter(name => !legalKey.test(name))
  if (names.length === 0) return node
  for (const name of names) say(`properties/${name}`)
  const required = Array.isArray(node.required) ? node.required.filter(name => !names.includes(name)) : null
  return { ...node, properties: nodeWithoutKeywords(node.properties, names), ...(required && { required }) }
}

const toolSteps: readonly ReshapeStep[] = [modernizeSchema, plainRoot(['oneOf', 'anyOf', 'allOf']), legalKeys]

/**
 * Returns a tool's parameters in the form that the API accepts: an object without keywords such as `anyOf` at its root.
 */
export const toolSchema = (given: SchemaNode): Reshaped =>
  reshape(given.type === 'object' ? given : { ...given, type: 'object' }, toolSteps)

/** Returns the parts of a tool's schema, strict or not, that the API refuses (rule A31); empty if there are none. */
export function refusedSchemaParts(schema: unknown): readonly string[] {
  if (isTooDeep(schema)) return []
  if (!isObject(schema) || schema.type !== 'object') return ['# a root that is no object']
  const legal = reshape(schema, toolSteps)
  return legal.schema === schema ? [] : [legal.lost[0] ?? '# a form of an older draft']
}
