// Differences between two JSON values, place by place.

export interface Difference {
  readonly at: string
  readonly plain: unknown
  readonly mine: unknown
}

/** Places where two values of JSON differ; lists are compared by place, and a missing end is one difference each. */
export function differences(plain: unknown, mine: unknown, at = ''): Difference[] {
  if (Object.is(plain, mine)) return []
  const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
  if (!isTree(plain) || !isTree(mine) || Array.isArray(plain) !== Array.isArray(mine))
    return [{ at, plain, mine }]
  const keys = new Set([...Object.keys(plain), ...Object.keys(mine)])
  return [...keys].flatMap(key =>
    differences(
      (plain as Record<string, unknown>)[key],
      (mine as Record<string, unknown>)[key],
      `${at}/${key}`,
    ),
  )
}
