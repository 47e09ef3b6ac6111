import { malformedSchema, schemaNodes } from '../json-schema.ts'
import { type Fields, fieldsOf, isFields, jsonOfShape, listOfShape, textOfShape } from '../shape.ts'
import { type Check, pointerOf } from './check.ts'
import type { GptFacts } from './facts.ts'

const composition = (
  'allOf oneOf not if then else dependentRequired dependentSchemas patternProperties propertyNames prefixItems ' +
  'contains minContains maxContains uniqueItems minProperties maxProperties unevaluatedProperties unevaluatedItems ' +
  'default minLength maxLength'
).split(' ')
const formats = 'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' ')

/** Maximum nesting depth to which a schema is checked. A handwritten schema is never that deep. */
const deepest = 1000

interface Totals {
  properties: number
  characters: number
  enumValues: number
}

/** Schema to check, and the name of its owner in errors. */
export interface CheckedSchema {
  readonly schema: unknown
  /** Owner of the schema, as the API names it in errors: `function 'search'` or `response_format 'reply'`. */
  readonly owner: string
  readonly param: string
  readonly code: string | null
  readonly rule: 'R12' | 'C10' | 'R18' | 'C12'
}

/** Checks that a function's schema, strict or not, describes an object at its root. Source: recorded rejections. */
export const checkRoot = (named: CheckedSchema, report: Check['report']): boolean => {
  const { type } = fieldsOf(named.schema)
  if (type === 'object') return true
  const found = typeof type === 'string' ? type : 'None'
  reportSchemaFault(
    named,
    report,
    `schema must be a JSON Schema of 'type: "object"', got 'type: "${found}"'.`,
  )
  return false
}

/**
 * Checks that a strict schema uses only the JSON Schema keywords that strict tools and outputs support (rules R12,
 * C10). Source: developers.openai.com structured-outputs page.
 */
export const checkStrict = (named: CheckedSchema, facts: GptFacts, report: Check['report']): void => {
  const totals: Totals = { properties: 0, characters: 0, enumValues: 0 }
  if ('anyOf' in fieldsOf(named.schema))
    reportSchemaFault(named, report, "In context=(), 'anyOf' is not permitted at the root.")
  const walk = (node: unknown, context: readonly string[], level: number): void => {
    if (!isFields(node)) return
    const say = (text: string): void =>
      reportSchemaFault(named, report, `In context=${tupleText(context)}, ${text}`)
    // `anyOf` and similar keywords add no nesting level, so the length of the path is limited too.
    if (level > facts.schemaLevels || context.length > deepest) {
      reportSchemaFault(
        named,
        report,
        `Schema exceeds the maximum of ${facts.schemaLevels} levels of nesting.`,
      )
      return
    }
    for (const key of composition) if (key in node) say(`'${key}' is not permitted.`)
    checkNode(node, say)
    const properties = fieldsOf(node.properties)
    const isObject =
      node.type === 'object' || listOfShape(node.type).includes('object') || 'properties' in node
    if (isObject) checkObject(node, properties, say)
    countNode(node, properties, totals)
    for (const [name, inner] of Object.entries(properties))
      walk(inner, [...context, 'properties', name], level + 1)
    if (isFields(node.items)) walk(node.items, [...context, 'items'], level + 1)
    for (const [at, inner] of listOfShape(node.anyOf).entries())
      walk(inner, [...context, 'anyOf', String(at)], level)
    for (const defs of ['$defs', 'definitions']) {
      for (const [name, inner] of Object.entries(fieldsOf(node[defs])))
        walk(inner, [...context, defs, name], 1)
    }
  }
  walk(named.schema, [], 1)
  checkTotals(named, totals, facts, report)
}

/**
 * Checks one schema inside a strict schema. Source: issues 1jehuang/jcode#543, can1357/oh-my-pi#211,
 * camel-ai/camel#3001; @ai-sdk/openai on patterns.
 */
const checkNode = (node: Fields, say: (text: string) => void): void => {
  const { format, pattern, $ref } = node
  if (typeof format === 'string' && !formats.includes(format)) say(`'${format}' is not a valid format.`)
  if (typeof pattern === 'string' && /\(\?(=|!|<=|<!)/.test(pattern))
    say('regex lookaround is not supported.')
  if (!['type', 'enum', 'const', 'anyOf', '$ref'].some(key => key in node))
    say("schema must have a 'type' key.")
  const beside = Object.keys(node).filter(key => !key.startsWith('$'))
  if ($ref !== undefined && beside.length > 0)
    say(`$ref cannot have keywords {${beside.map(key => `'${key}'`).join(', ')}}.`)
}

/**
 * Checks a function's schema, strict or not (rules R18, C12). Source: langchain-ai/langchainjs#9804,
 * streamnative/streamnative-mcp-server#26.
 */
export const checkFunction = (named: CheckedSchema, report: Check['report']): void => {
  const schema = fieldsOf(named.schema)
  if (['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some(key => key in schema)) {
    const text =
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
    return reportSchemaFault(named, report, text)
  }
  if (!isFields(schema.properties))
    return reportSchemaFault(named, report, 'In context=(), object schema missing properties.')
  for (const node of schemaNodes(schema)) {
    const isArray = node.type === 'array' || listOfShape(node.type).includes('array')
    if (isArray && !('items' in node))
      return reportSchemaFault(named, report, 'In context=(), array schema missing items.')
  }
  const wrong = malformedSchema(schema)
  if (wrong !== undefined)
    reportSchemaFault(
      named,
      report,
      `${jsonOfShape(wrong.node[wrong.key])} is not valid under any of the given schemas.`,
    )
}

const checkObject = (node: Fields, properties: Fields, say: (text: string) => void): void => {
  if (node.additionalProperties !== false)
    say("'additionalProperties' is required to be supplied and to be false.")
  const required = listOfShape(node.required)
  const names = Object.keys(properties)
  const missing = names.find(name => !required.includes(name))
  const text = "'required' is required to be supplied and to be an array including every key in properties."
  if (missing !== undefined) say(`${text} Missing '${missing}'.`)
  const extra = required.find(name => !names.includes(textOfShape(name)))
  if (extra !== undefined) say(`${text} Extra required key '${textOfShape(extra)}' supplied.`)
}

const countNode = (node: Fields, properties: Fields, totals: Totals): void => {
  const names = Object.keys(properties)
  const values = listOfShape(node.enum)
  const defined = [...Object.keys(fieldsOf(node.$defs)), ...Object.keys(fieldsOf(node.definitions))]
  const strings = [...names, ...defined, ...values, node.const].filter(item => typeof item === 'string')
  totals.properties += names.length
  totals.enumValues += values.length
  totals.characters += strings.reduce((sum, item) => sum + item.length, 0)
}

const checkTotals = (
  named: CheckedSchema,
  totals: Totals,
  facts: GptFacts,
  report: Check['report'],
): void => {
  const { properties, characters, enumValues } = totals
  const limits: readonly (readonly [number, number, string])[] = [
    [properties, facts.schemaProperties, 'object properties'],
    [characters, 120_000, 'characters in names and enum values'],
    [enumValues, 1000, 'enum values'],
  ]
  for (const [found, limit, what] of limits) {
    if (found > limit)
      reportSchemaFault(named, report, `Schema has ${found} ${what}, above the maximum of ${limit}.`)
  }
  const big = charactersOfLongEnums(named.schema)
  if (big > 15_000)
    reportSchemaFault(named, report, `An enum of more than 250 values has ${big} characters, above 15000.`)
}

const charactersOfLongEnums = (node: unknown, depth = 0): number => {
  if (depth > 2 * deepest) return 0
  const inner = Array.isArray(node) ? node : Object.values(fieldsOf(node))
  const values = listOfShape(fieldsOf(node).enum)
  const own =
    values.length > 250 ? values.reduce<number>((sum, item) => sum + textOfShape(item).length, 0) : 0
  return inner.reduce<number>((most, next) => Math.max(most, charactersOfLongEnums(next, depth + 1)), own)
}

const tupleText = (context: readonly string[]): string => {
  const names = context.map(name => `'${name}'`)
  return names.length === 1 ? `(${names[0]},)` : `(${names.join(', ')})`
}

const reportSchemaFault = (
  { owner, param, code, rule }: CheckedSchema,
  report: Check['report'],
  text: string,
): void => report(rule, pointerOf(param), `Invalid schema for ${owner}: ${text}`, { param, code })
