import { isObject, type JsonObject, type JsonValue } from '../../core/ir/json.ts'

type Schema = Readonly<Record<string, unknown>>

/** Maximum nesting depth of a sample value, because a schema may refer to itself. */
const deepest = 12

/** Returns a value that fits a JSON Schema, except for patterns. Equal schemas give equal values. */
export const sampleValue = (schema: unknown, root: unknown = schema, depth = 0): JsonValue => {
  if (!isObject(schema) || depth > deepest) return null
  const given = valueInSchema(schema)
  if (given !== undefined) return given
  const inner = resolveSchema(schema, root)
  if (inner !== undefined) return sampleValue(inner, root, depth + 1)
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, root, depth)
    case 'array':
      return sampleList(schema, root, depth)
    case 'string':
      return sampleText(schema)
    case 'integer':
    case 'number':
      return sampleNumber(schema)
    case 'boolean':
      return true
    default:
      return null
  }
}

/** Returns a value that is written in the schema itself (such as `const` or `default`); undefined if there is none. */
function valueInSchema({ const: only, default: usual, enum: all, examples }: Schema): JsonValue | undefined {
  const [example] = Array.isArray(examples) ? examples : []
  const [first] = Array.isArray(all) ? all : []
  return (only ?? usual ?? example ?? first) as JsonValue | undefined
}

/** Returns the schema that replaces a reference or a list of alternatives: its definition, or the first alternative. */
function resolveSchema(schema: Schema, root: unknown): unknown {
  const { $ref: to, anyOf, oneOf, allOf } = schema
  if (typeof to === 'string') return definitionAt(to, root)
  const alternatives = [anyOf, oneOf].find(Array.isArray)
  if (alternatives !== undefined) return alternatives[0]
  if (!Array.isArray(allOf)) return undefined
  const all = [schema, ...allOf].filter(isObject)
  const properties = Object.assign({}, ...all.map(one => one.properties))
  const required = all.flatMap(one => (Array.isArray(one.required) ? one.required : []))
  return Object.assign({}, ...all, { allOf: undefined, properties, required })
}

/** Returns the definition that a reference within the schema points to; null if there is none. */
function definitionAt(to: string, root: unknown): unknown {
  if (!to.startsWith('#')) return null
  const steps = to.split('/').slice(1)
  return steps.reduce<unknown>((at, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : null
  }, root)
}

function typeOf({ type, properties, items }: Schema): unknown {
  if (Array.isArray(type)) return type[0]
  return type ?? (properties !== undefined ? 'object' : items !== undefined ? 'array' : undefined)
}

function sampleObject({ properties, required }: Schema, root: unknown, depth: number): JsonObject {
  if (!isObject(properties)) return {}
  const names = Array.isArray(required) ? required : Object.keys(properties)
  const known = names.filter(name => typeof name === 'string' && Object.hasOwn(properties, name)) as string[]
  return Object.fromEntries(known.map(name => [name, sampleValue(properties[name], root, depth + 1)]))
}

function sampleList({ items, minItems }: Schema, root: unknown, depth: number): JsonValue[] {
  if (!isObject(items)) return []
  const length = typeof minItems === 'number' ? Math.min(minItems, 10) : 1
  return Array.from({ length }, () => sampleValue(items, root, depth + 1))
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function sampleText({ format, minLength, maxLength }: Schema): string {
  const known = typeof format === 'string' ? formats[format] : undefined
  if (known !== undefined) return known
  const text = typeof minLength === 'number' ? 'text'.padEnd(Math.min(minLength, 1_000), 't') : 'text'
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text
}

function sampleNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: Schema): number {
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : step
  const least = typeof minimum === 'number' ? minimum : above
  const value = Math.ceil(least / step) * step
  return typeof maximum === 'number' ? Math.min(value, maximum) : value
}
