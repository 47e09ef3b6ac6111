import type { Outcome } from './case.ts'

/** A law: says what an outcome breaks; nothing when it holds. */
export interface Law {
  readonly name: string
  check(outcome: Outcome): readonly string[] | Promise<readonly string[]>
}

/** A JSON object whose fields are not known. */
export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fields = (value: unknown): Fields => (isFields(value) ? value : {})

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** One string of a request, with its JSON pointer. */
export interface Leaf {
  readonly pointer: string
  readonly text: string
}

/** Every string of a value, in order; iterative, since values may be deep. */
export function leavesOf(root: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const stack: { readonly pointer: string; readonly value: unknown }[] = [{ pointer: '', value: root }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { pointer, value } = top
    if (typeof value === 'string') leaves.push({ pointer, text: value })
    else if (typeof value === 'object' && value !== null) {
      const inner = Object.entries(value).map(([key, item]) => ({
        pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        value: item as unknown,
      }))
      stack.push(...inner.reverse())
    }
  }
  return leaves
}

/** A text as UTF-8 can carry it. */
export const clean = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** A value read from JSON text; undefined where the text is no JSON. */
export function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** A deep copy that keeps shared objects shared; unlike structuredClone it takes values of any depth that occurs here. */
export function copy<T>(value: T, known: Map<unknown, unknown> = new Map()): T {
  if (typeof value !== 'object' || value === null) return value
  const found = known.get(value)
  if (found !== undefined) return found as T
  const made: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {}
  known.set(value, made)
  for (const [key, item] of Object.entries(value)) {
    const inner = copy(item, known)
    if (key !== '__proto__') made[key] = inner
    else
      Object.defineProperty(made, key, { value: inner, configurable: true, enumerable: true, writable: true })
  }
  return made as T
}

/** The strings in a text that is JSON, and in strings of it that are JSON again; none of any other text. */
export function innerTexts(text: string, depth = 3): string[] {
  const value = depth > 0 && /^\s*[[{"]/.test(text) ? parsed(text) : undefined
  return leavesOf(value).flatMap(leaf => [leaf.text, ...innerTexts(leaf.text, depth - 1)])
}
