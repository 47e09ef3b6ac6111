import { toPlainJson } from '../compile/answer/result-content.ts'
import { deepest } from '../text/depth.ts'
import { mapTexts } from '../text/map-texts.ts'
import { reasonOf } from '../text/reason.ts'

type ChangeText = (text: string) => string

/** Text that replaces content which is nested too deeply to be searched. */
const tooDeep = '[nested too deeply]'

const plainField = { enumerable: false, configurable: true, writable: true } as const

/** Copy of one value in which texts are hidden. Classes are kept, because a framework recognizes its own by them. */
class HiddenCopy {
  isChanged = false
  private readonly hide: ChangeText
  private readonly copies = new Map<object, unknown>()

  constructor(hide: ChangeText) {
    this.hide = hide
  }

  of(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number' || typeof value === 'bigint') {
      const digits = String(value)
      const hidden = this.text(digits)
      return hidden === digits ? value : hidden
    }
    if (typeof value !== 'object' || value === null) return value
    if (depth > deepest) return this.changed(tooDeep)
    if (ArrayBuffer.isView(value)) {
      const hidden = mapTexts(value, this.hide)
      return hidden === value ? value : this.changed(hidden)
    }
    return this.copies.get(value) ?? this.ofObject(value, depth + 1)
  }

  private ofObject(value: object, depth: number): unknown {
    if (Array.isArray(value)) {
      const list: unknown[] = []
      this.copies.set(value, list)
      for (const each of value) list.push(this.of(each, depth))
      return list
    }
    if (value instanceof Map) {
      const map = new Map<unknown, unknown>()
      this.copies.set(value, map)
      for (const [key, each] of value) map.set(this.of(key, depth), this.of(each, depth))
      return map
    }
    if (value instanceof Set) {
      const set = new Set<unknown>()
      this.copies.set(value, set)
      for (const each of value) set.add(this.of(each, depth))
      return set
    }
    const fields: Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors(value)
    // The engine's own getter works only on the error that it belongs to.
    if (value instanceof Error) fields.stack = { ...plainField, value: value.stack }
    const names = Reflect.ownKeys(fields)
    // An object without fields, such as a date or a promise, works only as itself.
    if (names.length === 0) return value
    const copy = Object.create(Object.getPrototypeOf(value)) as object
    this.copies.set(value, copy)
    for (const name of names) {
      const field = fields[name as string] as PropertyDescriptor
      const own = 'value' in field ? { ...field, value: this.of(field.value, depth) } : field
      Object.defineProperty(copy, typeof name === 'string' ? this.text(name) : name, own)
    }
    return copy
  }

  private text(text: string): string {
    const hidden = this.hide(text)
    return hidden === text ? text : this.changed(hidden)
  }

  private changed<Value>(value: Value): Value {
    this.isChanged = true
    return value
  }
}

/** Returns a result with all values hidden; the result itself if it has none. */
export function hideInResult(value: unknown, hide: ChangeText): unknown {
  const copy = new HiddenCopy(hide)
  const hidden = copy.of(value)
  const result = copy.isChanged ? hidden : value
  // Fields that only a method shows, such as `toJSON`, are found in the text that a framework makes of a result.
  const plain = plainJson(result)
  const safe = mapTexts(plain, hide)
  return safe === plain ? result : safe
}

/** Returns an error with all values hidden in its texts; the error itself if it has none. */
export function hideInError(error: unknown, hide: ChangeText): unknown {
  const hidden = hideInResult(error, hide)
  if (!(error instanceof Error) || hidden instanceof Error) return hidden
  const made = new Error(hide(reasonOf(error)))
  made.name = hide(error.name)
  return made
}

function plainJson(value: unknown): unknown {
  try {
    return toPlainJson(value)
  } catch {
    return undefined
  }
}
