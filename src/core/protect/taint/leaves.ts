import type { JsonValue } from '../../ir/json.ts'

/** Returns the texts of a value in order: its strings, its field names, and its numbers from 10,000 on. */
export function leavesOf(value: JsonValue): readonly string[] {
  const leaves: string[] = []
  // An explicit stack, because a value may be nested more deeply than the call stack allows.
  const left: { readonly value?: unknown; readonly key?: string }[] = [{ value }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.key !== undefined) leaves.push(next.key)
    const { value: each } = next
    if (typeof each === 'string') leaves.push(each)
    else if (typeof each === 'bigint') leaves.push(String(each))
    else if (typeof each === 'number' && Math.abs(each) >= 10_000) leaves.push(String(each))
    else if (typeof each === 'object' && each !== null) {
      const entries = Object.entries(each)
      const isList = Array.isArray(each)
      for (let at = entries.length - 1; at >= 0; at--) {
        const [key, inner] = entries[at] as [string, unknown]
        left.push(isList ? { value: inner } : { key, value: inner })
      }
    }
  }
  return leaves
}
