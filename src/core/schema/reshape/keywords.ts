import { isObject } from '../../ir/json.ts'

type Form = (value: unknown) => boolean

const types: ReadonlySet<unknown> = new Set([
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'string',
  'integer',
])

const text: Form = value => typeof value === 'string'
const flag: Form = value => typeof value === 'boolean'
const number: Form = value => typeof value === 'number'
const count: Form = value => Number.isInteger(value) && (value as number) >= 0
const schema: Form = value => isObject(value) || typeof value === 'boolean'
const schemas: Form = value => Array.isArray(value) && value.length > 0 && value.every(schema)
const named: Form = isObject
const texts: Form = value => Array.isArray(value) && value.every(text)
const type: Form = value =>
  Array.isArray(value) ? value.length > 0 && value.every(one => types.has(one)) : types.has(value)

const group = (form: Form, keys: string): [string, Form][] => keys.split(' ').map(key => [key, form])

/** Expected form of each keyword's value. Source: the metaschemas of JSON Schema 2020-12. */
const forms: ReadonlyMap<string, Form> = new Map([
  ...group(text, '$id $schema $ref $anchor $comment title description format pattern'),
  ...group(flag, 'uniqueItems deprecated readOnly writeOnly'),
  ...group(number, 'maximum minimum exclusiveMaximum exclusiveMinimum'),
  ...group(value => number(value) && (value as number) > 0, 'multipleOf'),
  ...group(
    count,
    'maxLength minLength maxItems minItems maxProperties minProperties maxContains minContains',
  ),
  ...group(texts, 'required'),
  ...group(value => Array.isArray(value) && value.length > 0, 'enum'),
  ...group(Array.isArray, 'examples'),
  ...group(type, 'type'),
  ...group(named, 'properties patternProperties $defs definitions dependentSchemas dependentRequired'),
  ...group(schemas, 'allOf anyOf oneOf prefixItems'),
  ...group(schema, 'items additionalProperties not if then else contains propertyNames'),
  ...group(schema, 'unevaluatedItems unevaluatedProperties'),
])

/** Whether a keyword's value is valid; for a keyword that JSON Schema does not define, any value is. */
export const isWellFormed = (keyword: string, value: unknown): boolean => forms.get(keyword)?.(value) ?? true
