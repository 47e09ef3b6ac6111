import { isObject } from '../ir/json.ts'
import { recursiveReferences } from './references.ts'

/** Limits of a provider's strict subset of JSON Schema. */
export interface SubsetRule {
  /** Keywords that it does not know. */
  readonly forbidden: ReadonlySet<string>
  /** Formats of strings that it knows; left out: any. */
  readonly formats?: ReadonlySet<string>
  /** Whether it reads a regular expression; left out: any. */
  readonly readsPattern?: (pattern: string) => boolean
  /** Every schema must say what it is: a type, values, a choice, a reference. */
  readonly typed?: boolean
  /** A reference stands by itself. */
  readonly bareReferences?: boolean
  /** Values of an enum are no objects and no lists. */
  readonly plainEnums?: boolean
  /** Every property must be required. */
  readonly closed: boolean
  /** A definition may refer to itself. */
  readonly recursion: boolean
  readonly mostLevels: number
  readonly mostProperties: number
  readonly mostEnumValues: number
  /** Characters of all names, definitions' among them, enum values and constants. */
  readonly mostCharacters?: number
  /** Characters of the values of an enum that has more than so many. */
  readonly longEnum?: { readonly values: number; readonly characters: number }
  /** Values of `minItems` that are taken; null for any. */
  readonly minItems: readonly number[] | null
}

/** Keywords of a schema beyond a subset, and its usage of limits that a whole request shares. */
export interface SchemaFindings {
  /** `pointer keyword`, the first twenty. */
  readonly beyond: readonly string[]
  readonly optional: number
  readonly unions: number
}

const most = 20
const branchKeys = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const definitionKeys = ['$defs', 'definitions'] as const

/** Keywords by one of which a schema says what it is. */
const identities = ['type', 'enum', 'const', 'anyOf', '$ref'] as const

/** Nodes within nodes, of whatever sort: what is deeper is no schema that anyone wrote. */
const deepest = 500

/** A node of a schema on the way to be read. */
interface Found {
  readonly node: Record<string, unknown>
  readonly pointer: string
  readonly level: number
  readonly depth: number
}

const charactersOf = (texts: readonly unknown[]): number =>
  texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)

const isObjectType = ({ type, properties }: Record<string, unknown>): boolean =>
  type === 'object' || (Array.isArray(type) && type.includes('object')) || isObject(properties)

/** Holds a JSON Schema against a subset. Never throws, whatever the schema is. */
export function examineSchema(schema: unknown, rule: SubsetRule): SchemaFindings {
  const beyond: string[] = []
  const recursive = rule.recursion ? new Set<string>() : recursiveReferences(schema)
  let [properties, values, characters, optional, unions] = [0, 0, 0, 0, 0]
  const say = (pointer: string, what: string): void => {
    if (beyond.length < most) beyond.push(`${pointer} ${what}`)
  }
  /** Returns the children of a node, in reading order. */
  const childrenOf = ({ node, pointer, level, depth }: Found): Found[] => {
    const found: Found[] = []
    const add = (child: unknown, key: string, deeper: number): void => {
      if (isObject(child))
        found.push({ node: child, pointer: `${pointer}/${key}`, level: level + deeper, depth: depth + 1 })
    }
    if (isObjectType(node) && isObject(node.properties))
      for (const name of Object.keys(node.properties)) add(node.properties[name], `properties/${name}`, 1)
    add(node.items, 'items', 1)
    for (const key of branchKeys) {
      const branches = node[key]
      if (Array.isArray(branches))
        for (const [index, branch] of branches.entries()) add(branch, `${key}/${index}`, 0)
    }
    for (const key of definitionKeys) {
      const defined = node[key]
      if (isObject(defined)) for (const name of Object.keys(defined)) add(defined[name], `${key}/${name}`, 0)
    }
    return found
  }
  const check = (node: Record<string, unknown>, pointer: string): void => {
    for (const key of Object.keys(node)) if (rule.forbidden.has(key)) say(pointer, key)
    checkText(node, pointer)
    checkReference(node, pointer)
    if (
      !rule.recursion &&
      Array.isArray(node.allOf) &&
      node.allOf.some(part => isObject(part) && part.$ref !== undefined)
    )
      say(pointer, 'allOf with $ref')
    if (rule.minItems && typeof node.minItems === 'number' && !rule.minItems.includes(node.minItems))
      say(pointer, 'minItems')
    if (Array.isArray(node.anyOf) || Array.isArray(node.oneOf) || Array.isArray(node.type)) unions++
    checkEnum(node, pointer)
    if (isObjectType(node)) checkObject(node, pointer)
  }
  const checkText = (node: Record<string, unknown>, pointer: string): void => {
    const { format, pattern } = node
    if (typeof format === 'string' && rule.formats?.has(format) === false) say(pointer, 'format')
    if (typeof pattern === 'string' && rule.readsPattern?.(pattern) === false) say(pointer, 'pattern')
    if (rule.typed && !identities.some(key => node[key] !== undefined)) say(pointer, 'no type')
  }
  const checkEnum = (node: Record<string, unknown>, pointer: string): void => {
    const given: readonly unknown[] = Array.isArray(node.enum) ? node.enum : []
    const length = charactersOf(given)
    if (rule.plainEnums && given.some(value => typeof value === 'object' && value !== null))
      say(pointer, 'enum')
    values += given.length
    characters += length + charactersOf([node.const])
    for (const key of definitionKeys)
      if (isObject(node[key])) characters += charactersOf(Object.keys(node[key]))
    const { longEnum } = rule
    if (longEnum && given.length > longEnum.values && length > longEnum.characters)
      say(pointer, `more than ${longEnum.characters} characters of enum values`)
  }
  const checkObject = (node: Record<string, unknown>, pointer: string): void => {
    const declared = isObject(node.properties) ? node.properties : {}
    const names = Object.keys(declared)
    const required: readonly unknown[] = Array.isArray(node.required) ? node.required : []
    properties += names.length
    characters += charactersOf(names)
    if (node.additionalProperties !== false) say(pointer, 'additionalProperties')
    const missing = names.filter(name => !required.includes(name)).length
    optional += missing
    if ((rule.closed && missing > 0) || required.some(name => !Object.hasOwn(declared, String(name))))
      say(pointer, 'required')
  }
  const checkReference = (node: Record<string, unknown>, pointer: string): void => {
    if (node.$ref === undefined) return
    if (rule.bareReferences && Object.keys(node).some(key => !key.startsWith('$')))
      say(pointer, 'keywords beside $ref')
    if (typeof node.$ref !== 'string' || !node.$ref.startsWith('#')) say(pointer, '$ref to elsewhere')
    else if (recursive.has(node.$ref)) say(pointer, '$ref to itself')
  }
  // Not by recursion: branches may nest far beyond the stack, without a level of properties between them.
  const pending: Found[] = isObject(schema) ? [{ node: schema, pointer: '#', level: 0, depth: 0 }] : []
  for (let next = pending.pop(); next !== undefined && beyond.length < most; next = pending.pop()) {
    const { node, pointer, level, depth } = next
    if (level > rule.mostLevels) say(pointer, `deeper than ${rule.mostLevels} levels`)
    else if (depth > deepest) say(pointer, 'nested too deep')
    else {
      check(node, pointer)
      for (const child of childrenOf(next).reverse()) pending.push(child)
    }
  }
  if (properties > rule.mostProperties) say('#', `more than ${rule.mostProperties} properties`)
  if (characters > (rule.mostCharacters ?? Number.POSITIVE_INFINITY))
    say('#', `more than ${rule.mostCharacters} characters in names and enum values`)
  if (values > rule.mostEnumValues) say('#', `more than ${rule.mostEnumValues} enum values`)
  return { beyond, optional, unions }
}

/** Lists what in a JSON Schema goes beyond a subset; empty when it fits. */
export const beyondSubset = (schema: unknown, rule: SubsetRule): readonly string[] =>
  examineSchema(schema, rule).beyond
