import type { JsonValue } from '../ir/json.ts'
import { isTooDeep } from './depth.ts'
import { setOwnKey } from './json.ts'

/** Error for a value that is not JSON: `is a function`, `holds at .a[0] a function`. */
export class NotJson extends TypeError {
  /** Path to the value that is not JSON. */
  readonly steps: readonly (string | number)[]
  /** Description of the part that is not JSON. */
  readonly found: string

  constructor(found: string, steps: readonly (string | number)[] = [], cause?: unknown) {
    const path = steps.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
    super(
      path === '' ? found : `holds at ${path} ${found.replace(/^is /, '')}`,
      cause === undefined ? {} : { cause },
    )
    this.steps = steps
    this.found = found
  }
}

/** Returns the JSON value that replaces another value, such as a text for a date. */
type Stand = (value: unknown) => unknown

const itself: Stand = value => value

/** Copies that `frozenJson` returned without replacing anything. Nothing can change them, so they are not copied again. */
const copies = new WeakSet<object>()

/**
 * Returns a frozen copy of a value; `stand` may return another value for any part of it. Throws a TypeError that names
 * the part that is not JSON.
 */
export function frozenJson(value: unknown, stand: Stand = itself): JsonValue {
  try {
    if (isTooDeep(value)) throw new NotJson('is nested too deeply, or contains itself')
    const copy = copyAsJson(stand(value), [], stand)
    if (stand === itself && typeof copy === 'object' && copy !== null) copies.add(copy)
    return copy
  } catch (error) {
    // A getter may throw anything.
    throw error instanceof NotJson ? error : new NotJson('cannot be read', [], error)
  }
}

/** Copies a value. `steps` is the path to the value and is modified during the copy. */
function copyAsJson(value: unknown, steps: (string | number)[], stand: Stand): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // JSON has no negative zero.
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0
  if (stand === itself && typeof value === 'object' && copies.has(value)) return value as JsonValue
  const copyInner = (item: unknown, step: string | number): JsonValue => {
    steps.push(step)
    const made = copyAsJson(stand(item), steps, stand)
    steps.pop()
    return made
  }
  if (Array.isArray(value)) {
    const list: JsonValue[] = []
    // Other ways to copy a list skip its holes, which are not JSON and must be found.
    for (let index = 0; index < value.length; index++) list.push(copyInner(value[index], index))
    return Object.freeze(list)
  }
  if (!isPlain(value)) throw new NotJson(`is ${nonJsonKind(value)}`, steps)
  const copy: Record<string, JsonValue> = {}
  for (const key of Object.keys(value)) {
    const item = (value as Readonly<Record<string, unknown>>)[key]
    if (item !== undefined) setOwnKey(copy, key, copyInner(item, key))
  }
  return Object.freeze(copy)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // The second test is for objects from another realm, such as a frame or a `vm` context.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function nonJsonKind(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null)
    return value === undefined ? 'undefined' : `a ${typeof value}`
  const { name } = value.constructor ?? {}
  return typeof name === 'string' && name !== '' ? `an instance of ${name}` : 'no plain object'
}
