import { isTooDeep } from '../../core/text/depth.ts'

/**
 * Returns a deeply frozen copy as plain JSON. A value with `toJSON`, such as a date, is replaced by its JSON; undefined
 * fields are dropped. Throws a TypeError with the place of a function, symbol, big integer, Map or Set, because no file
 * could hold it.
 */
export function frozenCopy<T>(value: T, at: string): T {
  if (isTooDeep(value)) throw new TypeError(`${at} is nested too deeply, or contains itself`)
  return copy(value, at) as T
}

function copy(value: unknown, at: string): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // JSON has no NaN or infinity and writes null.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value instanceof Map || value instanceof Set)
    throw new TypeError(
      `${at} is not plain JSON: ${typeof value === 'object' ? 'a Map or a Set' : typeof value}`,
    )
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON === 'function') return frozenCopy(toJSON.call(value, '') as unknown, at)
  if (Array.isArray(value))
    return Object.freeze(value.map((item, index) => copy(item ?? null, `${at}[${index}]`)))
  const fields = Object.entries(value).filter(([, item]) => item !== undefined)
  // Not by assignment, because `__proto__` may be an ordinary key.
  return Object.freeze(Object.fromEntries(fields.map(([key, item]) => [key, copy(item, `${at}.${key}`)])))
}
