import { builtin } from './builtin.ts'

/** Decodes a base64 text. */
export function fromBase64(text: string): Uint8Array {
  const onNode = builtin<typeof import('node:buffer')>('node:buffer')
  if (onNode !== undefined) return onNode.Buffer.from(text, 'base64')
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** Whether a value is base64 in either alphabet. Only the first 200,000 characters are checked. */
export const isBase64 = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w+/\s-]*(?:=\s*){0,2}$/.test(value.slice(0, 200_000))
