import { deepest } from '../../text/depth.ts'
import { JsonTree } from './tree.ts'

/**
 * Returns a JSON text in canonical form: keys are sorted, there is no white space, and equal strings and numbers have
 * equal spellings. Numbers that JavaScript cannot represent exactly keep their spelling. Returns null for a text that
 * is not JSON or is nested too deeply.
 */
export function canonicalJson(text: string): string | null {
  const tree = JsonTree.of(text)
  return tree && writeCanonical(tree, 0, 0)
}

function writeCanonical(tree: JsonTree, node: number, depth: number): string | null {
  if (depth > deepest) return null
  const sign = tree.firstCharacter(node)
  if (sign === '"') return JSON.stringify(tree.string(node))
  if (!tree.isContainer(node)) return canonicalNumber(tree.slice(node))
  const children = tree.children(node)
  const values: string[] = []
  for (let at = sign === '{' ? 1 : 0; at < children.length; at += sign === '{' ? 2 : 1) {
    const value = writeCanonical(tree, children[at] as number, depth + 1)
    if (value === null) return null
    const key = sign === '{' ? `${JSON.stringify(tree.string(children[at - 1] as number))}:` : ''
    values.push(key + value)
  }
  return sign === '{' ? `{${values.sort().join(',')}}` : `[${values.join(',')}]`
}

/** Maximum number of significant digits with which JavaScript numbers are exact. */
const exactDigits = 15

/**
 * Returns the canonical spelling of a number: `1.0` and `1e0` become `1`. A word that is not a number, such as `true`,
 * is unchanged.
 */
function canonicalNumber(word: string): string {
  const digits = (word.split(/e/i)[0] ?? '').replace(/\D/g, '').replace(/^0+/, '')
  const value = Number(word)
  const isExact = digits.length <= exactDigits && Number.isFinite(value) && (value !== 0 || digits === '')
  return isExact ? String(value) : word
}
