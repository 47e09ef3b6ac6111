import { isObject } from '../../../../ir/json.ts'
import { modernizeSchema } from '../../../../schema/reshape/modern.ts'
import { type ReshapeStep, reshape, type SchemaNode } from '../../../../schema/reshape/reshape.ts'
import { looksAround, moveKeywordsToDescription } from '../../../../target/reshape/narrow.ts'
import { plainRoot } from '../../../../target/reshape/root.ts'
import {
  anyOfOne,
  bareReferences,
  closeObjectSchema,
  looseTuples,
  soleParts,
  typedValues,
} from '../../../../target/reshape/strict.ts'
import type { SentSchema } from '../../../../target/sent-schema.ts'
import type { SubsetRule } from '../../../../target/subset/rule.ts'
import { beyondSubset } from '../../../../target/subset/subset.ts'
import { isTooDeep } from '../../../../text/depth.ts'

/**
 * Keywords that a strict schema may not have. They only restrict values, so the schema's structure does not change when
 * they are removed. Some models accept `default` and the lengths of strings, others refuse them
 * (openai/openai-node#1988, openai/openai-agents-python#4390).
 */
const narrowing = [
  'default',
  'minLength',
  'maxLength',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
] as const

/** String formats that a strict schema may use (cyanheads/git-mcp-server#47). */
const formats: ReadonlySet<string> = new Set(
  'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '),
)

const readsPattern = (pattern: string): boolean => !looksAround(pattern)

const subset: SubsetRule = {
  forbidden: new Set(['allOf', 'oneOf', 'patternProperties', 'prefixItems', ...narrowing]),
  formats,
  readsPattern,
  typed: true,
  bareReferences: true,
  closed: true,
  recursion: true,
  // The API allows ten levels, with the root as the first.
  mostLevels: 9,
  mostProperties: 5_000,
  mostEnumValues: 1_000,
  mostCharacters: 120_000,
  longEnum: { values: 250, characters: 15_000 },
  minItems: null,
}

/**
 * Adds `items: {}` to an array schema without `items`, because the API refuses it
 * (streamnative/streamnative-mcp-server#26).
 */
const itemsOfLists: ReshapeStep = node => {
  const isList = node.type === 'array' || (Array.isArray(node.type) && node.type.includes('array'))
  return isList && node.items === undefined ? { ...node, items: {} } : node
}

/** Keywords that the root of a function's schema may not have, strict or not (langchain-ai/langchainjs#9804). */
const refusedAtRoot = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'] as const

const parameterSteps: readonly ReshapeStep[] = [modernizeSchema, plainRoot(refusedAtRoot), itemsOfLists]

const strictSteps: readonly ReshapeStep[] = [
  soleParts,
  anyOfOne,
  looseTuples,
  bareReferences,
  typedValues,
  closeObjectSchema,
  moveKeywordsToDescription({
    keywords: new Set(narrowing),
    formats,
    reads: readsPattern,
    mostMinItems: Number.POSITIVE_INFINITY,
  }),
]

/** Returns a function's parameters in the form that the API accepts; null if the root is no object. */
export function parametersOf(given: unknown, strict: boolean): SentSchema | null {
  if (!isObject(given))
    return asSentSchema({ type: 'object', properties: {}, additionalProperties: false }, strict, [])
  const object = objectRoot(given)
  return object === null ? null : asSentSchema(object, strict, parameterSteps)
}

/** Returns an answer's schema in the form that the API accepts. */
export const answerSchema = (given: SchemaNode, strict: boolean): SentSchema =>
  asSentSchema(given, strict, [modernizeSchema, itemsOfLists])

function asSentSchema(given: SchemaNode, strict: boolean, steps: readonly ReshapeStep[]): SentSchema {
  const whole = reshape(given, steps)
  if (!strict) return { ...whole, strict, beyond: [] }
  const narrowed = reshape(whole.schema, strictSteps)
  const beyond = beyondStrict(narrowed.schema)
  return beyond.length > 0
    ? { ...whole, strict: false, beyond }
    : { schema: narrowed.schema, lost: [...whole.lost, ...narrowed.lost], strict, beyond }
}

/**
 * Returns a schema whose root is an object with `properties`, as OpenAI requires; null if the root has another type.
 */
function objectRoot(schema: SchemaNode): SchemaNode | null {
  const { type, properties } = schema
  if (type !== undefined && type !== 'object') return null
  return type === 'object' && isObject(properties)
    ? schema
    : { ...schema, type: 'object', properties: isObject(properties) ? properties : {} }
}

/** Returns the parts of a schema that OpenAI refuses in strict mode (rules R12, C10); empty if there are none. */
export function beyondStrict(schema: unknown): readonly string[] {
  const root = isObject(schema) && schema.type === 'object' && schema.anyOf === undefined
  return root ? beyondSubset(schema, subset) : ['# a root that is no object']
}

/**
 * Returns the parts of a function's schema that the API refuses, strict or not (rules R18, C12); an empty list if there
 * are none.
 */
export function refusedParameterParts(schema: unknown): readonly string[] {
  if (!isObject(schema)) return findRefusedParts(schema)
  let parts = knownParts.get(schema)
  if (parts === undefined) {
    parts = findRefusedParts(schema)
    knownParts.set(schema, parts)
  }
  return parts
}

/** Refused parts of schemas, which consecutive requests share. */
const knownParts = new WeakMap<object, readonly string[]>()

function findRefusedParts(schema: unknown): readonly string[] {
  if (!isObject(schema) || isTooDeep(schema)) return []
  const object = objectRoot(schema)
  if (object !== schema) return ['# a root that is no object']
  const legal = reshape(schema, parameterSteps)
  return legal.schema === schema
    ? []
    : [legal.lost[0] ?? '# a list without items, or a form of an older draft']
}
