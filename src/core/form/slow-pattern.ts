import { type Positions, patternPositions } from './pattern-positions.ts'

/**
 * Maximum number of places inside repetitions at which a text can match in two ways. Each of these places multiplies
 * the time by the text's length.
 */
const mostLoops = 3

/** Maximum number of places at which a text can match in two ways; each of these places may double the time. */
const mostChoices = 10

/**
 * Whether matching a regular expression may be slow: for some text, the time doubles with each character, or grows with
 * a high power of the length. An expression that cannot be analysed counts as slow.
 */
export function isSlowPattern(source: string): boolean {
  const positions = patternPositions(source)
  if (positions === null || positions.repeatsTwice) return true
  const { follow, anchored, inner } = positions
  const meets = overlapTest(positions)
  const starts = [positions.first, ...follow.map(next => [...next])]
  const choices = starts.flatMap((next, index) =>
    overlappingPairs(next, meets).length > 0 ? [index - 1] : [],
  )
  const reach = reachablePositions(follow)
  const loops = choices.filter(position => position >= 0 && reach[position]?.has(position))
  if (choices.length > mostChoices || loops.length + (anchored ? 0 : 1) > mostLoops) return true
  return loops.some(position => splitsTwoWays(position, positions, meets, reach)) || inner.some(isSlowPattern)
}

type Meets = (one: number, other: number) => boolean

/** Returns pairs of different positions that can both be reached with the same next character. */
const overlappingPairs = (next: readonly number[], meets: Meets): (readonly [number, number])[] =>
  next.flatMap((one, index) =>
    next
      .slice(index + 1)
      .flatMap(other => (one !== other && meets(one, other) ? [[one, other] as const] : [])),
  )

/** Characters with which two positions are compared: ASCII, some others, and those of the expression itself. */
const common = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'éßЖ中😀\u00a0\u2028',
]

/** Returns a test of two positions: whether they match a common character. */
function overlapTest({ atoms }: Positions): Meets {
  const known = new Map<string, ReadonlySet<string> | null>()
  const samples = [...new Set([...common, ...atoms.flatMap(atom => [...atom])])]
  for (const atom of atoms) {
    if (known.has(atom)) continue
    const test = new RegExp(`^(?:${atom})$`, 'u')
    const found = samples.filter(sample => test.test(sample))
    // A position that matches none of the tested characters is assumed to match anything.
    known.set(atom, found.length === 0 ? null : new Set(found))
  }
  return (one, other) => {
    const [left, right] = [known.get(atoms[one] as string), known.get(atoms[other] as string)]
    return !left || !right || [...left].some(sample => right.has(sample))
  }
}

/** Returns, for each position, all positions that can come later in a match. */
function reachablePositions(follow: Positions['follow']): readonly ReadonlySet<number>[] {
  return follow.map(next => {
    const found = new Set(next)
    for (const position of found) for (const later of follow[position] ?? []) found.add(later)
    return found
  })
}

/**
 * Whether some text leads from a position back to it in two ways, so that each repetition doubles the number of ways.
 */
function splitsTwoWays(
  position: number,
  { follow }: Positions,
  meets: Meets,
  reach: readonly ReadonlySet<number>[],
): boolean {
  const pairs = overlappingPairs([...(follow[position] ?? [])], meets)
  const seen = new Set(pairs.map(pair => pair.join()))
  for (const [one, other] of pairs) {
    if (one === other && (one === position || reach[one]?.has(position))) return true
    for (const left of follow[one] ?? [])
      for (const right of follow[other] ?? []) {
        const key = [left, right].join()
        if (seen.has(key) || (left !== right && !meets(left, right))) continue
        seen.add(key)
        pairs.push([left, right])
      }
  }
  return false
}
