/** Position of an error in JSON text. Line and column begin at 1. */
export interface JsonPlace {
  readonly line: number
  readonly column: number
}

const blank = /[ \t\n\r]*/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const escaping = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Returns the offset after the string that begins at `start`, or of the first invalid character in the string. */
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

type Bracket = '{' | '['

/** Reader that checks a text as JSON, character by character, up to the first invalid character. */
class JsonReader {
  private at = 0
  private readonly open: Bracket[] = []
  private expect: 'value' | 'first' | 'key' | 'colon' | 'next' = 'value'
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Returns the offset of the first character that is not valid JSON; the text's length if the text ends too early. */
  errorOffset(): number {
    do this.match(blank)
    while (this.readElement(this.text[this.at], this.open.at(-1)))
    return this.at
  }

  /** Reads one JSON element. Returns false if the character cannot begin an element that is allowed here. */
  private readElement(sign: string | undefined, inside: Bracket | undefined): boolean {
    switch (this.expect) {
      case 'value':
        return this.value(sign)
      case 'first':
        if (sign === closing(inside)) return this.close()
        return inside === '{' ? this.key(sign) : this.value(sign)
      case 'key':
        return this.key(sign)
      case 'colon':
        return sign === ':' && this.moveOn('value')
      case 'next':
        if (inside === undefined) return false
        if (sign === ',') return this.moveOn(inside === '{' ? 'key' : 'value')
        return sign === closing(inside) && this.close()
    }
  }

  private value(sign: string | undefined): boolean {
    if (sign === '{' || sign === '[') {
      this.open.push(sign)
      return this.moveOn('first')
    }
    this.expect = 'next'
    return sign === '"' ? this.string() : this.match(scalar)
  }

  private key(sign: string | undefined): boolean {
    this.expect = 'colon'
    return sign === '"' && this.string()
  }

  private close(): boolean {
    this.open.pop()
    return this.moveOn('next')
  }

  /** Moves past one character, and sets which elements may follow. */
  private moveOn(expect: JsonReader['expect']): boolean {
    this.at++
    this.expect = expect
    return true
  }

  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    this.at += found?.[0].length ?? 0
    return found !== null
  }

  private string(): boolean {
    const end = stringEnd(this.text, this.at)
    this.at = end.at
    return end.whole
  }
}

const closing = (bracket: Bracket | undefined): string => (bracket === '{' ? '}' : ']')

/** Returns the line and column of the first character that is not valid JSON. */
export function jsonErrorAt(text: string): JsonPlace {
  const before = text.slice(0, new JsonReader(text).errorOffset())
  const line = before.split('\n').length
  return { line, column: before.length - before.lastIndexOf('\n') }
}
