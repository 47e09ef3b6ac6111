/**
 * Returns a frozen copy for functions of the program: a copy of plain objects and lists, at any depth. Other objects
 * are shared, not copied.
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
  // This walk also reaches the values that are added to `copies` during it.
  for (const [given, copy] of copies) {
    for (const [key, item] of Object.entries(given)) put(copy, key, copyOf(item))
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

/** Sets a key; assigning to `__proto__` would set the prototype instead. */
function put(copy: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true })
  else (copy as Record<string, unknown>)[key] = value
}
