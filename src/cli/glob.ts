/**
 * Whether a path is a pattern. `[` alone does not make it a pattern, because web frameworks have folders with names
 * such as `[id]`.
 */
export const isGlob = (path: string): boolean => /[*?{]/.test(path)

/** Maximum number of patterns that the braces of one pattern may stand for. */
const mostPatterns = 1000

/** Expands the braces of a pattern such as `{a,b}.ts`. Returns patterns without braces; null if there are too many. */
export function patternsOf(pattern: string): readonly string[] | null {
  let open: readonly string[] = [pattern]
  for (;;) {
    const next = [...new Set(open.flatMap(expandFirstBraces))]
    if (next.length > mostPatterns) return null
    if (next.length === open.length && next.every((one, index) => one === open[index])) return next
    open = next
  }
}

/** Expands the first braces that contain no other braces. */
function expandFirstBraces(pattern: string): readonly string[] {
  const end = pattern.indexOf('}')
  const begin = pattern.lastIndexOf('{', end)
  if (end < 0 || begin < 0) return [pattern]
  const choices = pattern.slice(begin + 1, end).split(',')
  return choices.map(choice => pattern.slice(0, begin) + choice + pattern.slice(end + 1))
}

/** Whether the segments of a path match the segments of a pattern; `**` matches any number of segments. */
export function matchesPath(steps: readonly string[], pattern: readonly string[]): boolean {
  return matchesList(steps, pattern, '**', (step, part) => matchesList([...step], [...part], '*', isWildcard))
}

const isWildcard = (sign: string, part: string): boolean => part === '?' || part === sign

/**
 * Whether a list matches a pattern in which the item `any` matches any number of items. After a mismatch, the search
 * continues only from the last `any`.
 */
function matchesList(
  list: readonly string[],
  pattern: readonly string[],
  any: string,
  isOne: (item: string, part: string) => boolean,
): boolean {
  let at = 0
  let back: { readonly part: number; item: number } | null = null
  for (let item = 0; item < list.length; ) {
    const part = pattern[at]
    if (part === any) back = { part: at++, item }
    else if (part !== undefined && isOne(list[item] as string, part)) {
      item++
      at++
    } else if (back === null) return false
    else {
      item = ++back.item
      at = back.part + 1
    }
  }
  return pattern.slice(at).every(part => part === any)
}
