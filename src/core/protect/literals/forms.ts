import { base64Forms } from './base64-forms.ts'
import type { FormName, LiteralForm } from './form.ts'

/** Minimum length of a form other than the literal itself. Shorter forms would occur by chance. */
const leastForm = 6

/** Returns all distinct forms of a literal, beginning with the literal itself. */
export function spellingsOfLiteral(literal: string): LiteralForm[] {
  const forms = new Map<string, FormName>()
  const add = (name: FormName, text: string): void => {
    if (text !== '' && !forms.has(text) && (name === 'plain' || text.length >= leastForm))
      forms.set(text, name)
  }
  add('plain', literal)
  for (const escaped of jsonForms(literal)) {
    add('json', escaped)
    for (const twice of jsonForms(escaped)) add('json-twice', twice)
  }
  // A call's arguments are a JSON text. It may contain JSON texts, and these may contain further ones.
  add('json-thrice', escapeForJson(escapeForJson(escapeForJson(literal))))
  for (const encoded of urlForms(literal)) add('url', encoded)
  for (const { name, text } of base64Forms(literal)) add(name, text)
  const hex = Array.from(encoder.encode(literal), byte => byte.toString(16).padStart(2, '0')).join('')
  add('hex', hex)
  add('hex', hex.toUpperCase())
  return [...forms].map(([text, name]) => ({ name, text }))
}

/** Returns a text as it is written in a JSON string. */
export const escapeForJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * Returns all JSON string forms of a text: with and without escaped slashes, and with everything outside ASCII escaped.
 */
function jsonForms(text: string): string[] {
  const usual = escapeForJson(text)
  const ascii = usual.replace(/[\u007f-\uffff]/g, escape16)
  return [usual, ascii, ascii.replace(/\\u[0-9a-f]{4}/g, upperEscape), usual.replaceAll('/', '\\/')]
}

const escape16 = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
const upperEscape = (one: string): string => `\\u${one.slice(2).toUpperCase()}`

const encoder = new TextEncoder()
/**
 * Characters that stay unchanged in percent-encodings of four kinds: for a URL component, for RFC 3986, for a form, and
 * for a whole URL.
 */
const unescaped = [/[\w.~!'()*-]/, /[\w.~-]/, /[\w.*-]/, /[\w.~!'()*;,/?:@&=+$#-]/]

/** Returns the percent-encodings of a text, with hex digits of either case, and with `+` for a space. */
function urlForms(text: string): string[] {
  const bytes = encoder.encode(text)
  return unescaped.flatMap(left => {
    const encoded = Array.from(bytes, byte => percent(byte, left)).join('')
    const lower = encoded.replace(/%[0-9A-F]{2}/g, one => one.toLowerCase())
    return [encoded, lower, encoded.replaceAll('%20', '+'), lower.replaceAll('%20', '+')]
  })
}

function percent(byte: number, left: RegExp): string {
  const one = String.fromCharCode(byte)
  return byte < 128 && left.test(one) ? one : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
