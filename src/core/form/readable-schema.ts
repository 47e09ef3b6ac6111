import { dereference, type Schema } from '@cfworker/json-schema'
import { isObject, type JsonObject } from '../ir/json.ts'
import { modernizeSchema } from '../schema/reshape/modern.ts'
import { nodeWithoutKeywords, type ReshapeStep, reshape, type SchemaNode } from '../schema/reshape/reshape.ts'
import { readablePattern } from './readable-pattern.ts'

/** A schema in which the validator can read every keyword. */
export interface ReadableSchema {
  readonly schema: Schema
  /** Schemas inside this one, by address. */
  readonly lookup: Record<string, Schema | boolean>
  /** Keywords that cannot be read and are therefore not checked, each as `pointer keyword`. */
  readonly unread: readonly string[]
}

/**
 * Prepares a schema for the validator: in the modern form that providers get, without keywords that the validator
 * cannot read.
 */
export function readableSchema(given: JsonObject): ReadableSchema {
  const { schema, lost } = reshape(given, [modernizeSchema, splitDependencies, rewritePatterns])
  // The validator writes to the schema, so it gets a copy.
  const copy = structuredClone(schema) as Schema
  const lookup = schemasByAddress(copy)
  if (lookup === null) return { schema: {}, lookup: {}, unread: [...lost, '# $id'] }
  const dangling = Object.entries(lookup).flatMap(([address, node]) => {
    if (typeof node !== 'object' || node.$ref === undefined || leadsToSchema(node, lookup)) return []
    delete node.$ref
    return [`#${address.split('#')[1] ?? ''} $ref`]
  })
  return { schema: copy, lookup, unread: [...new Set([...lost, ...dangling])] }
}

/** Returns the schemas inside a schema by address; null if two have the same address, or if an address is invalid. */
function schemasByAddress(schema: Schema): Record<string, Schema | boolean> | null {
  try {
    return dereference(schema)
  } catch {
    return null
  }
}

/** Whether a reference leads to a schema. If references form a cycle, they do not. */
function leadsToSchema(from: Schema, lookup: Record<string, Schema | boolean>): boolean {
  const seen = new Set<Schema>()
  let node: Schema | boolean | undefined = from
  while (typeof node === 'object' && node.$ref !== undefined) {
    if (seen.has(node)) return false
    seen.add(node)
    node = lookup[node.__absolute_ref__ ?? node.$ref]
  }
  return node !== undefined
}

const isSchema = (value: unknown): boolean => isObject(value) || typeof value === 'boolean'
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every(item => typeof item === 'string')

/** Splits `dependencies` of draft 7, and drops values that are neither a list of names nor a schema. */
const splitDependencies: ReshapeStep = (node, say) => {
  const names = { ...objectOrEmpty(node.dependencies), ...objectOrEmpty(node.dependentRequired) }
  const schemas = { ...objectOrEmpty(node.dependencies), ...objectOrEmpty(node.dependentSchemas) }
  const wrong = Object.entries({ ...names, ...schemas }).filter(
    ([, value]) => !isNames(value) && !isSchema(value),
  )
  for (const [name] of wrong) say(`dependencies/${name}`)
  const rest = nodeWithoutKeywords(node, ['dependencies', 'dependentRequired', 'dependentSchemas'])
  return Object.keys(rest).length === Object.keys(node).length
    ? node
    : {
        ...rest,
        dependentRequired: keepEntries(names, isNames),
        dependentSchemas: keepEntries(schemas, isSchema),
      }
}

const objectOrEmpty = (value: unknown): SchemaNode => (isObject(value) ? value : {})

const keepEntries = (map: SchemaNode, isFit: (value: unknown) => boolean): SchemaNode =>
  Object.fromEntries(Object.entries(map).filter(([, value]) => isFit(value)))

/** Rewrites patterns in the form that the validator compiles, and drops patterns of other languages. */
const rewritePatterns: ReshapeStep = (node, say) => {
  const { pattern, patternProperties } = node
  const read = typeof pattern === 'string' ? readablePattern(pattern) : undefined
  if (read === null) say('pattern')
  const named = isObject(patternProperties) ? Object.entries(patternProperties) : []
  const kept = named.flatMap(([name, value]) => {
    const own = isSchema(value) ? readablePattern(name) : null
    if (own === null) say(`patternProperties/${name}`)
    return own === null ? [] : [[own, value] as const]
  })
  // The pattern was dropped, so properties that match it are no longer described. They must not count as additional
  // properties.
  const open = kept.length < named.length ? ['additionalProperties', 'unevaluatedProperties'] : []
  if (read === pattern && kept.every(([name], index) => name === named[index]?.[0]) && open.length === 0)
    return node
  return {
    ...nodeWithoutKeywords(node, [...open, 'pattern', 'patternProperties']),
    ...(typeof read === 'string' && { pattern: read }),
    ...(kept.length > 0 && { patternProperties: Object.fromEntries(kept) }),
  }
}
