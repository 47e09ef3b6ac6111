import { isBareList } from './list.ts'

/** Nesting depth beyond which a recursive walk or serializer could overflow the stack. */
export const deepest = 200

/** Number of objects and lists that are visited one by one before the walk goes level by level. */
const fewVisits = 2_000

/** Whether a JSON value is nested too deeply to be sent. */
export function isTooDeep(value: unknown): boolean {
  const visits = { left: fewVisits }
  return !isWithin(value, deepest, visits) && (visits.left > 0 || isTooDeepByLevel(value))
}

/** Whether a value has at most `levels` levels below it. Gives up, and returns false, when no visits are left. */
function isWithin(value: unknown, levels: number, visits: { left: number }): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels < 0 || --visits.left < 0) return false
  if (Array.isArray(value)) {
    // A list may be sparse, and much longer than what it holds, or have other properties.
    if (value.length > visits.left || !isBareList(value)) visits.left = 0
    if (visits.left === 0) return false
    for (let index = 0; index < value.length; index++)
      if (!isWithin(value[index], levels - 1, visits)) return false
    return true
  }
  for (const key of Object.keys(value))
    if (!isWithin((value as Readonly<Record<string, unknown>>)[key], levels - 1, visits)) return false
  return true
}

/** Whether a JSON value is nested too deeply. The walk goes level by level, without recursion. */
function isTooDeepByLevel(value: unknown): boolean {
  let level: Iterable<unknown> = [value]
  for (let depth = 0; ; depth++) {
    if (depth > deepest) return true
    // Each value is visited only once per level. If it were visited twice, a cycle would double the work at each level.
    const next = new Set<unknown>()
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      for (const child of Object.values(item))
        if (typeof child === 'object' && child !== null) next.add(child)
    }
    if (next.size === 0) return false
    level = next
  }
}
