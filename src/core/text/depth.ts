/** Nesting depth beyond which a recursive walk or serializer could overflow the stack. */
export const deepest = 200

/** Whether a JSON value is nested too deeply to be sent. The walk goes level by level, without recursion. */
export function isTooDeep(value: unknown): boolean {
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
