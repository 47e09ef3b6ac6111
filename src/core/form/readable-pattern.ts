import { isSlowPattern } from './slow-pattern.ts'

/** Signs that have a meaning outside a class: only these may be escaped with the flag `u`. */
const syntax = '^$\\.*+?()[]{}|/'

/** Begin of a count that other languages read as one: `{2`, `{,3`. */
const count = /^\{,?\d/

/**
 * Returns a pattern as JavaScript compiles it with the flag `u`; null if it is written in another language, or if a text could
 * make it slow: a server that wrote it must not be able to stop the process. Escapes that need
 * none and lone brackets are written as the flag demands. A letter that JavaScript does not know (`\Z`, `\A`) has a meaning
 * elsewhere, so it is never read as itself.
 */
export function readablePattern(pattern: string): string | null {
  if (compiles(pattern)) return isSlowPattern(pattern) ? null : pattern
  const plain = /\[\[?[:.=]\w+[:.=]\]/.test(pattern) ? null : strictForm(pattern)
  return plain !== null && compiles(plain) && !isSlowPattern(plain) ? plain : null
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Writes escapes and brackets as the flag `u` demands. */
function strictForm(pattern: string): string | null {
  let isClass = false
  let isCount = false
  let out = ''
  for (let index = 0; index < pattern.length; index++) {
    const sign = pattern[index] as string
    if (sign === '\\') {
      const next = pattern[++index]
      if (next === undefined) return null
      out += escaped(next, isClass)
      continue
    }
    if (isClass) {
      out += classSign(pattern, index)
      if (sign === ']') isClass = false
      continue
    }
    if (sign === '[') isClass = true
    if (sign === '{') isCount = count.test(pattern.slice(index, index + 3))
    const isLone = sign === ']' || (sign === '{' && !isCount) || (sign === '}' && !isCount)
    if (sign === '}') isCount = false
    out += isLone ? `\\${sign}` : sign
  }
  return out
}

/** Returns an escape without its backslash if the sign means itself, as all but letters and digits do. */
const escaped = (sign: string, isClass: boolean): string =>
  /[A-Za-z0-9]/.test(sign) || syntax.includes(sign) || (isClass && sign === '-') ? `\\${sign}` : sign

/** Returns a sign of a class: a dash beside `\w` or the like joins nothing. */
function classSign(pattern: string, index: number): string {
  const sign = pattern[index] as string
  const isBeside =
    /\\[wdsWDS]$/.test(pattern.slice(0, index)) || /^\\[wdsWDS]/.test(pattern.slice(index + 1, index + 3))
  return sign === '-' && isBeside ? '\\-' : sign
}
