import { setOwnKey } from '../text/json.ts'

/**
 * Returns a frozen copy to pass to functions of the program. Plain objects and lists are copied at any depth; other
 * objects are shared.
 */
export function frozenCopy<Value>(value: Value): Value {
  const copies = new Map<object, object>()
  const copyOf = (given: unknown): unknown => {
    if (!isPlain(given)) return given
    const copy = copies.get(given) ?? (Array.isArray(given) ? [] : {})
    copies.set(given, copy)
    return copy
  }
  const copied = copyOf(value)
  // The loop also visits values that are added to `copies` while it runs.
  for (const [given, copy] of copies) {
    for (const [key, item] of Object.entries(given)) setOwnKey(copy, key, copyOf(item))
    if (Array.isArray(given)) (copy as unknown[]).length = given.length
    Object.freeze(copy)
  }
  return copied as Value
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
