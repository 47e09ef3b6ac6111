import { isSlowPattern } from './slow-pattern.ts'

/** Characters with a special meaning outside a class; only these may be escaped with the flag `u`. */
const syntax = '^$\\.*+?()[]{}|/'

/** Pattern of the start of a repetition count, in JavaScript or another language: `{2`, `{,3`. */
const count = /^\{,?\d/

/**
 * Returns a pattern in a form that JavaScript compiles with the flag `u`. Null if the pattern is written for another
 * language. Null also if matching could be slow for some text, because the pattern may come from a server, which must
 * not be able to block the process. Unnecessary escapes and lone brackets are rewritten as the flag requires. A letter
 * escape that JavaScript does not know (`\Z`, `\A`) has a meaning elsewhere, so it is never treated as the letter
 * itself.
 */
export function readablePattern(pattern: string): string | null {
  if (compilesAsUnicode(pattern)) return isSlowPattern(pattern) ? null : pattern
  const plain = /\[\[?[:.=]\w+[:.=]\]/.test(pattern) ? null : rewriteForUnicodeFlag(pattern)
  return plain !== null && compilesAsUnicode(plain) && !isSlowPattern(plain) ? plain : null
}

function compilesAsUnicode(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Rewrites escapes and brackets as the flag `u` requires. */
function rewriteForUnicodeFlag(pattern: string): string | null {
  let isClass = false
  let isCount = false
  let out = ''
  for (let index = 0; index < pattern.length; index++) {
    const sign = pattern[index] as string
    if (sign === '\\') {
      const next = pattern[++index]
      if (next === undefined) return null
      out += unescapeSign(next, isClass)
      continue
    }
    if (isClass) {
      out += classElementAt(pattern, index)
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

/** Returns an escape without its backslash, unless the escaped character is a letter or digit or needs the escape. */
const unescapeSign = (sign: string, isClass: boolean): string =>
  /[A-Za-z0-9]/.test(sign) || syntax.includes(sign) || (isClass && sign === '-') ? `\\${sign}` : sign

/** Returns one element of a class. A dash next to `\w` or a similar escape does not form a range. */
function classElementAt(pattern: string, index: number): string {
  const sign = pattern[index] as string
  const isBeside =
    /\\[wdsWDS]$/.test(pattern.slice(0, index)) || /^\\[wdsWDS]/.test(pattern.slice(index + 1, index + 3))
  return sign === '-' && isBeside ? '\\-' : sign
}
