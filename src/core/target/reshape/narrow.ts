import { isObject } from '../../ir/json.ts'
import { nodeWithoutKeywords, type ReshapeStep } from '../../schema/reshape/reshape.ts'

/** Keywords and values that a strict subset does not allow, and whose removal does not change a schema's structure. */
export interface Narrowing {
  /** Keywords that the subset does not allow. */
  readonly keywords: ReadonlySet<string>
  /** String formats that the subset allows. */
  readonly formats: ReadonlySet<string>
  /** Whether the subset can read a regular expression. */
  readonly reads: (pattern: string) => boolean
  /** Largest `minItems` that the subset allows. */
  readonly mostMinItems: number
}

/** Moves keywords that a strict subset does not allow into the description, so that the model still reads them. */
export const moveKeywordsToDescription =
  (rule: Narrowing): ReshapeStep =>
  (node, say) => {
    const found = Object.keys(node).filter(key => isKeywordBeyond(key, node[key], rule))
    if (found.length === 0) return node
    const lost = found.filter(key => !isIdleKeyword(key, node[key]))
    for (const key of lost) say(key)
    const kept = nodeWithoutKeywords(node, found)
    const words = lost.map(key => `${key}: ${JSON.stringify(node[key])}`).join(', ')
    const least = typeof node.minItems === 'number' && found.includes('minItems') ? rule.mostMinItems : null
    return {
      ...kept,
      ...(least !== null && { minItems: least }),
      ...(words !== '' && { description: appendToDescription(kept.description, words) }),
    }
  }

const appendToDescription = (description: unknown, words: string): string =>
  typeof description === 'string' && description !== '' ? `${description}\n\n{${words}}` : `{${words}}`

function isKeywordBeyond(key: string, value: unknown, rule: Narrowing): boolean {
  if (key === 'format') return typeof value === 'string' && !rule.formats.has(value)
  if (key === 'pattern') return typeof value === 'string' && !rule.reads(value)
  if (key === 'minItems') return typeof value === 'number' && value > rule.mostMinItems
  return rule.keywords.has(key)
}

const leastOnes: ReadonlySet<string> = new Set(['minLength', 'minProperties'])

/** Whether a keyword excludes no value. Examples: a bound beyond all safe integers, or property names of any string. */
function isIdleKeyword(key: string, value: unknown): boolean {
  if (key === 'minimum') return typeof value === 'number' && value <= Number.MIN_SAFE_INTEGER
  if (key === 'maximum') return typeof value === 'number' && value >= Number.MAX_SAFE_INTEGER
  if (key === 'uniqueItems') return value === false
  if (key === 'propertyNames') return value === true || (isObject(value) && isAnyText(value))
  return leastOnes.has(key) && value === 0
}

const isAnyText = (schema: Record<string, unknown>): boolean =>
  Object.keys(schema).every(key => key === 'type') && (schema.type ?? 'string') === 'string'

/** Whether a regular expression uses lookahead or lookbehind, which no provider's grammar supports. */
export const looksAround = (pattern: string): boolean => /\(\?<?[=!]/.test(pattern)

/** Whether a regular expression uses back references or word boundaries. */
export const looksBack = (pattern: string): boolean => /\\(?:[1-9]|k<|b|B)/.test(pattern)
