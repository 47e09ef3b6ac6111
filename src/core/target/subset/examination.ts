import { isObject } from '../../ir/json.ts'
import { safeString } from '../../text/reason.ts'
import { recursiveReferences } from '../references.ts'
import { definitionKeys, type FoundNode, isObjectType } from './nodes.ts'
import type { SchemaFindings, SubsetRule } from './rule.ts'

type Node = Record<string, unknown>

/** Maximum number of findings in the list. */
const most = 20

/**
 * Keywords that tell which values a schema allows. If the subset is `typed`, every schema needs one of these keywords.
 */
const identities = ['type', 'enum', 'const', 'anyOf', '$ref'] as const

/** Maximum nesting of schema nodes of any kind. No real schema is nested deeper. */
const deepest = 500

const charactersOf = (texts: readonly unknown[]): number =>
  texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)

/** Examination of one schema, node by node. It collects everything that a strict subset does not allow. */
export class Examination {
  private readonly rule: SubsetRule
  private readonly recursive: ReadonlySet<string>
  private readonly beyond: string[] = []
  private properties = 0
  private values = 0
  private characters = 0
  private optional = 0
  private unions = 0

  constructor(schema: unknown, rule: SubsetRule) {
    this.rule = rule
    this.recursive = rule.recursion ? new Set() : recursiveReferences(schema)
  }

  /** Whether the list of findings is full. */
  get isFull(): boolean {
    return this.beyond.length >= most
  }

  /** Checks a node. Returns whether its children must be checked too. */
  check({ node, pointer, level, depth }: FoundNode): boolean {
    const { mostLevels } = this.rule
    if (level > mostLevels) this.addFinding(pointer, `deeper than ${mostLevels} levels`)
    else if (depth > deepest) this.addFinding(pointer, 'nested too deep')
    else {
      this.checkKeywords(node, pointer)
      return true
    }
    return false
  }

  /** Returns the findings, including violations of limits on the whole schema. */
  finishExamination(): SchemaFindings {
    const { mostProperties, mostCharacters = Number.POSITIVE_INFINITY, mostEnumValues } = this.rule
    if (this.properties > mostProperties) this.addFinding('#', `more than ${mostProperties} properties`)
    if (this.characters > mostCharacters)
      this.addFinding('#', `more than ${mostCharacters} characters in names and enum values`)
    if (this.values > mostEnumValues) this.addFinding('#', `more than ${mostEnumValues} enum values`)
    const { beyond, optional, unions } = this
    return { beyond, optional, unions }
  }

  private addFinding(pointer: string, what: string): void {
    if (!this.isFull) this.beyond.push(`${pointer} ${what}`)
  }

  private checkKeywords(node: Node, pointer: string): void {
    const { forbidden, recursion, minItems } = this.rule
    for (const key of Object.keys(node)) if (forbidden.has(key)) this.addFinding(pointer, key)
    this.checkText(node, pointer)
    this.checkReference(node, pointer)
    const { allOf } = node
    if (!recursion && Array.isArray(allOf) && allOf.some(part => isObject(part) && part.$ref !== undefined))
      this.addFinding(pointer, 'allOf with $ref')
    if (minItems && typeof node.minItems === 'number' && !minItems.includes(node.minItems))
      this.addFinding(pointer, 'minItems')
    if (Array.isArray(node.anyOf) || Array.isArray(node.oneOf) || Array.isArray(node.type)) this.unions++
    this.checkEnum(node, pointer)
    if (isObjectType(node)) this.checkObject(node, pointer)
  }

  private checkText(node: Node, pointer: string): void {
    const { formats, readsPattern, typed } = this.rule
    const { format, pattern } = node
    if (typeof format === 'string' && formats?.has(format) === false) this.addFinding(pointer, 'format')
    if (typeof pattern === 'string' && readsPattern?.(pattern) === false) this.addFinding(pointer, 'pattern')
    if (typed && !identities.some(key => node[key] !== undefined)) this.addFinding(pointer, 'no type')
  }

  private checkReference(node: Node, pointer: string): void {
    const { $ref: reference } = node
    if (reference === undefined) return
    if (this.rule.bareReferences && Object.keys(node).some(key => !key.startsWith('$')))
      this.addFinding(pointer, 'keywords beside $ref')
    if (typeof reference !== 'string' || !reference.startsWith('#'))
      this.addFinding(pointer, '$ref to elsewhere')
    else if (this.recursive.has(reference)) this.addFinding(pointer, '$ref to itself')
  }

  private checkEnum(node: Node, pointer: string): void {
    const { plainEnums, longEnum } = this.rule
    const given: readonly unknown[] = Array.isArray(node.enum) ? node.enum : []
    const length = charactersOf(given)
    if (plainEnums && given.some(value => typeof value === 'object' && value !== null))
      this.addFinding(pointer, 'enum')
    this.values += given.length
    this.characters += length + charactersOf([node.const])
    for (const key of definitionKeys)
      if (isObject(node[key])) this.characters += charactersOf(Object.keys(node[key]))
    if (longEnum && given.length > longEnum.values && length > longEnum.characters)
      this.addFinding(pointer, `more than ${longEnum.characters} characters of enum values`)
  }

  private checkObject(node: Node, pointer: string): void {
    const declared = isObject(node.properties) ? node.properties : {}
    const names = Object.keys(declared)
    const required: readonly unknown[] = Array.isArray(node.required) ? node.required : []
    this.properties += names.length
    this.characters += charactersOf(names)
    if (node.additionalProperties !== false) this.addFinding(pointer, 'additionalProperties')
    const missing = names.filter(name => !required.includes(name)).length
    this.optional += missing
    if (
      (this.rule.closed && missing > 0) ||
      required.some(name => !Object.hasOwn(declared, safeString(name)))
    )
      this.addFinding(pointer, 'required')
  }
}
