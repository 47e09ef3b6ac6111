import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'

const bounds: { readonly [type: string]: readonly string[] } = {
  integer: ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf'],
  number: ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf'],
  string: ['maxLength', 'minLength'],
  array: ['maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
}

interface Totals {
  optional: number
  unions: number
}

/**
 * Checks that schemas of strict tools and structured outputs use only the supported keywords, and the limits over all
 * schemas of a request (rule A18). Source: platform.claude.com structured-outputs page.
 */
export const checkSchemas = ({ request, facts, report }: Check): void => {
  const totals: Totals = { optional: 0, unions: 0 }
  const strict = listOfShape(request.tools).map(fieldsOf)
  strict.forEach((tool, at) => {
    if (tool.strict !== true) return
    if (!facts.structuredOutputs)
      report('A32', `/tools/${at}`, `tools.${at}.custom.strict: This model does not support strict tools.`)
    const walk = schemaChecker(
      `tools.${at}.custom`,
      `/tools/${at}/input_schema`,
      tool.input_schema,
      totals,
      report,
    )
    walk(tool.input_schema, [])
  })
  const format = fieldsOf(request.output_config).format ?? request.output_format
  if (!isAbsentOrNull(format)) {
    const { type, schema } = fieldsOf(format)
    const path = isAbsentOrNull(request.output_format) ? 'output_config.format' : 'output_format'
    const pointer = `/${path.replaceAll('.', '/')}`
    if (!facts.structuredOutputs)
      report('A32', pointer, `${path}: This model does not support output formats.`)
    if (type !== 'json_schema') report('shape', pointer, `${path}.type: Input should be 'json_schema'`)
    else if (!isFields(schema)) report('shape', pointer, `${path}.schema: Field required`)
    else schemaChecker(`${path}.schema`, `${pointer}/schema`, schema, totals, report)(schema, [])
  }
  const count = strict.filter(tool => tool.strict === true).length
  if (count > 20) report('A18', '/tools', `Too many strict tools: ${count}. At most 20 are allowed.`)
  if (totals.optional > 24) {
    const text = `Schemas contain too many optional parameters: ${totals.optional}. At most 24 are allowed.`
    report('A18', '/tools', text)
  }
  if (totals.unions > 16) {
    const text = `Schemas contain too many parameters with union types: ${totals.unions}. At most 16 are allowed.`
    report('A18', '/tools', text)
  }
}

const schemaChecker = (
  path: string,
  pointer: string,
  root: unknown,
  totals: Totals,
  report: Check['report'],
) => {
  const fail = (text: string): void => report('A18', pointer, `${path}: ${text}`)
  const walk = (node: unknown, open: readonly string[]): void => {
    if (!isFields(node)) return
    const types = (Array.isArray(node.type) ? node.type : [node.type]).map(textOfShape)
    if (types.length > 1 || 'anyOf' in node) totals.unions += 1
    for (const type of types) checkType(node, type, totals, fail)
    if (typeof node.$ref === 'string') {
      if (!node.$ref.startsWith('#')) {
        fail(`external $ref '${node.$ref}' is not supported`)
        return
      }
      if (open.includes(node.$ref)) {
        fail(`recursive $ref '${node.$ref}' is not supported`)
        return
      }
      walk(resolveLocalReference(root, node.$ref), [...open, node.$ref])
      return
    }
    const parts = listOfShape(node.allOf)
    if (parts.some(part => '$ref' in fieldsOf(part))) fail("'allOf' with '$ref' is not supported")
    checkTexts(node, fail)
    for (const key of [
      'not',
      'if',
      'then',
      'else',
      'patternProperties',
      'propertyNames',
      'dependentSchemas',
      'dependentRequired',
      'unevaluatedProperties',
      'unevaluatedItems',
      'minProperties',
      'maxProperties',
      'oneOf',
      'prefixItems',
    ]) {
      if (key in node) fail(`'${key}' is not supported`)
    }
    const inner = [
      ...Object.values(fieldsOf(node.properties)),
      node.items,
      ...listOfShape(node.anyOf),
      ...parts,
    ]
    for (const next of [...inner, ...listOfShape(node.oneOf), ...listOfShape(node.prefixItems)])
      walk(next, open)
  }
  return walk
}

const formats = new Set('date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' '))

const checkTexts = ({ format, pattern, enum: values }: Fields, fail: (text: string) => void): void => {
  if (typeof format === 'string' && !formats.has(format)) fail(`string format '${format}' is not supported`)
  const unread = /\(\?(?:=|!|<=|<!)|\\[1-9bB]|\\k</
  if (typeof pattern === 'string' && unread.test(pattern)) fail(`pattern '${pattern}' is not supported`)
  if (listOfShape(values).some(value => typeof value === 'object' && value !== null))
    fail("complex types in 'enum' are not supported")
}

const checkType = (node: Fields, type: string, totals: Totals, fail: (text: string) => void): void => {
  const found = (bounds[type] ?? []).filter(key => key in node).sort()
  if (found.length === 1) fail(`For '${type}' type, property '${found[0]}' is not supported`)
  if (found.length > 1) fail(`For '${type}' type, properties ${found.join(', ')} are not supported`)
  if (type === 'array' && ![undefined, 0, 1].includes(node.minItems as number | undefined)) {
    fail(`For 'array' type, 'minItems' values other than 0 or 1 are not supported`)
  }
  if (type !== 'object') return
  if (node.additionalProperties === undefined) {
    fail("For 'object' type, 'additionalProperties' must be explicitly set to false")
  } else if (node.additionalProperties !== false) {
    const value = typeof node.additionalProperties === 'object' ? 'object' : String(node.additionalProperties)
    const text = `'additionalProperties: ${value}' is not supported. Please set 'additionalProperties' to false`
    fail(`For 'object' type, ${text}`)
  }
  const required = listOfShape(node.required)
  totals.optional += Object.keys(fieldsOf(node.properties)).filter(name => !required.includes(name)).length
}

const resolveLocalReference = (root: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => fieldsOf(node)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root)
