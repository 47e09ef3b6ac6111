import { type Fields, isFields } from './shape.ts'

const kinds = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

const isSchema = (value: unknown): boolean => isFields(value) || value === true || value === false
const isMap = (value: unknown): boolean => isFields(value) && Object.values(value).every(isSchema)
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchema)
const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number'
const isCount = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value % 1 === 0
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length
const isKind = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isKind) : kinds.includes(String(value))

const demands: readonly (readonly [(value: unknown) => boolean, string])[] = [
  [
    isSchema,
    'items additionalProperties not if then else contains propertyNames unevaluatedProperties unevaluatedItems',
  ],
  [isMap, 'properties patternProperties $defs definitions dependentSchemas'],
  [isList, 'anyOf oneOf allOf prefixItems'],
  [isText, 'title description format pattern $ref $id $schema $comment $anchor'],
  [isNumber, 'minimum maximum exclusiveMinimum exclusiveMaximum'],
  [value => isNumber(value) && (value as number) > 0, 'multipleOf'],
  [isCount, 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'],
  [value => typeof value === 'boolean', 'uniqueItems deprecated readOnly writeOnly'],
  [isNames, 'required'],
  [isKind, 'type'],
  [Array.isArray, 'enum examples'],
]

const byKey = new Map(demands.flatMap(([holds, keys]) => keys.split(' ').map(key => [key, holds] as const)))

/** Returns the first keyword with a value that JSON Schema 2020-12 does not allow, and the schema around it. */
export const malformedSchema = (
  schema: Fields,
): { readonly node: Fields; readonly key: string } | undefined => {
  for (const node of schemaNodes(schema)) {
    const key = Object.keys(node).find(name => byKey.get(name)?.(node[name]) === false)
    if (key !== undefined) return { node, key }
  }
  return undefined
}

const one = 'items additionalProperties not if then else contains propertyNames'.split(' ')
const many =
  'properties patternProperties $defs definitions dependentSchemas anyOf oneOf allOf prefixItems'.split(' ')

/** Yields a schema and all schemas nested in it. */
export function* schemaNodes(schema: Fields): Generator<Fields> {
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    const node = pending.pop()
    if (!isFields(node)) continue
    yield node
    for (const key of one) pending.push(node[key])
    for (const key of many)
      if (isFields(node[key]) || Array.isArray(node[key]))
        for (const child of Object.values(node[key])) pending.push(child)
  }
}
