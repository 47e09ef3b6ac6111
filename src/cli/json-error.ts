/** Place of an error in JSON text, counted from 1. */
export interface JsonPlace {
  readonly line: number
  readonly column: number
}

const blank = /[ \t\n\r]*/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const escaping = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** The offset behind the string that begins at one, or of the sign that it cannot hold. */
function stringEnd(text: string, start: number): { readonly at: number; readonly whole: boolean } {
  let at = start + 1
  while (at < text.length) {
    if (text[at] === '"') return { at: at + 1, whole: true }
    if (text.charCodeAt(at) < 0x20) break
    escaping.lastIndex = at
    const escaped = text[at] === '\\' ? escaping.exec(text) : null
    if (text[at] === '\\' && escaped === null) break
    at += escaped?.[0].length ?? 1
  }
  return { at, whole: false }
}

/** The offset of the first sign that cannot be part of JSON; the length for a text that ends too early. */
function errorOffset(text: string): number {
  const open: ('{' | '[')[] = []
  let at = 0
  let expect: 'value' | 'first' | 'key' | 'colon' | 'next' = 'value'
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    at += found?.[0].length ?? 0
    return found !== null
  }
  const string = (): boolean => {
    const end = stringEnd(text, at)
    at = end.at
    return end.whole
  }
  for (;;) {
    match(blank)
    const sign = text[at]
    const inside = open.at(-1)
    if (expect === 'next') {
      if (inside === undefined) return at
      if (sign === ',') expect = inside === '{' ? 'key' : 'value'
      else if (sign === (inside === '{' ? '}' : ']')) open.pop()
      else return at
      at++
    } else if (expect === 'colon') {
      if (sign !== ':') return at
      at++
      expect = 'value'
    } else if (expect === 'first' && sign === (inside === '{' ? '}' : ']')) {
      at++
      open.pop()
      expect = 'next'
    } else if (expect === 'key' || (expect === 'first' && inside === '{')) {
      if (sign !== '"' || !string()) return at
      expect = 'colon'
    } else if (sign === '{' || sign === '[') {
      open.push(sign)
      at++
      expect = 'first'
    } else {
      if (!(sign === '"' ? string() : match(scalar))) return at
      expect = 'next'
    }
  }
}

/** The line and column at which a text stops being JSON. */
export function jsonErrorAt(text: string): JsonPlace {
  const before = text.slice(0, errorOffset(text))
  const line = before.split('\n').length
  return { line, column: before.length - before.lastIndexOf('\n') }
}
