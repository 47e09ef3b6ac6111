import { isTooDeep } from '../text/depth.ts'

/**
 * A copy of plain JSON that nothing can change. What knows its own JSON, such as a date, is that; what is undefined is not
 * there. Throws a TypeError that names the place of a function, a symbol, a big integer or a Map: no file would hold them.
 */
export function frozenCopy<T>(value: T, at: string): T {
  if (isTooDeep(value)) throw new TypeError(`${at} is nested too deeply, or holds itself`)
  return copy(value, at) as T
}

function copy(value: unknown, at: string): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // As JSON has it.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value instanceof Map || value instanceof Set)
    throw new TypeError(
      `${at} is no plain JSON: ${typeof value === 'object' ? 'a Map or a Set' : typeof value}`,
    )
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON === 'function') return frozenCopy(toJSON.call(value, '') as unknown, at)
  if (Array.isArray(value))
    return Object.freeze(value.map((item, index) => copy(item ?? null, `${at}[${index}]`)))
  const fields = Object.entries(value).filter(([, item]) => item !== undefined)
  // Not by assignment: `__proto__` is a key like any other.
  return Object.freeze(Object.fromEntries(fields.map(([key, item]) => [key, copy(item, `${at}.${key}`)])))
}
