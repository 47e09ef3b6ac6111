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

const isTextKeyword: Form = value => typeof value === 'string'
const isFlagKeyword: Form = value => typeof value === 'boolean'
const isNumberKeyword: Form = value => typeof value === 'number'
const isCountKeyword: Form = value => Number.isInteger(value) && (value as number) >= 0
const isSchemaValue: Form = value => isObject(value) || typeof value === 'boolean'
const isSchemaList: Form = value => Array.isArray(value) && value.length > 0 && value.every(isSchemaValue)
const isSchemaMap: Form = isObject
const isTextList: Form = value => Array.isArray(value) && value.every(isTextKeyword)
const isTypeKeyword: Form = value =>
  Array.isArray(value) ? value.length > 0 && value.every(one => types.has(one)) : types.has(value)

const keywordsWithForm = (form: Form, keys: string): [string, Form][] =>
  keys.split(' ').map(key => [key, form])

/** Expected form of each keyword's value. Source: the metaschemas of JSON Schema 2020-12. */
const forms: ReadonlyMap<string, Form> = new Map([
  ...keywordsWithForm(isTextKeyword, '$id $schema $ref $anchor $comment title description format pattern'),
  ...keywordsWithForm(isFlagKeyword, 'uniqueItems deprecated readOnly writeOnly'),
  ...keywordsWithForm(isNumberKeyword, 'maximum minimum exclusiveMaximum exclusiveMinimum'),
  ...keywordsWithForm(value => isNumberKeyword(value) && (value as number) > 0, 'multipleOf'),
  ...keywordsWithForm(
    isCountKeyword,
    'maxLength minLength maxItems minItems maxProperties minProperties maxContains minContains',
  ),
  ...keywordsWithForm(isTextList, 'required'),
  ...keywordsWithForm(value => Array.isArray(value) && value.length > 0, 'enum'),
  ...keywordsWithForm(Array.isArray, 'examples'),
  ...keywordsWithForm(isTypeKeyword, 'type'),
  ...keywordsWithForm(
    isSchemaMap,
    'properties patternProperties $defs definitions dependentSchemas dependentRequired',
  ),
  ...keywordsWithForm(isSchemaList, 'allOf anyOf oneOf prefixItems'),
  ...keywordsWithForm(isSchemaValue, 'items additionalProperties not if then else contains propertyNames'),
  ...keywordsWithForm(isSchemaValue, 'unevaluatedItems unevaluatedProperties'),
])

/** Whether a keyword's value is valid. Any value of a keyword that JSON Schema does not define is valid. */
export const isWellFormed = (keyword: string, value: unknown): boolean => forms.get(keyword)?.(value) ?? true
