/** Automaton (Aho and Corasick) that finds ASCII keywords in one pass, ignoring case. */
export interface Automaton {
  /** Next state for each state and column: `1 << shift` entries for each state. State 0 is the start. */
  readonly next: Int32Array
  readonly shift: number
  /** Column of each ASCII character in `next`; 0 for a character that occurs in no keyword. */
  readonly columns: Uint8Array
  /** Indexes of the keywords that end in each state, longest keyword first; undefined if none ends there. */
  readonly found: readonly (readonly number[] | undefined)[]
  /** Length of the longest keyword prefix that ends in each state. */
  readonly depth: Uint16Array
}

/** Builds the automaton for a list of lower-case keywords. */
export function buildAutomaton(keywords: readonly string[]): Automaton {
  const columns = new Uint8Array(128)
  let used = 1
  for (const keyword of keywords)
    for (let at = 0; at < keyword.length; at++) {
      const code = keyword.charCodeAt(at)
      if (columns[code] === 0) columns[code] = used++
    }
  for (let code = 65; code <= 90; code++) columns[code] = columns[code + 32] as number
  const shift = Math.ceil(Math.log2(used))
  const most = keywords.reduce((all, keyword) => all + keyword.length, 1)
  const next = new Int32Array(most << shift)
  const depth = new Uint16Array(most)
  const own: (number[] | undefined)[] = Array.from({ length: most })
  let states = 1
  keywords.forEach((keyword, index) => {
    let state = 0
    for (let at = 0; at < keyword.length; at++) {
      const edge = (state << shift) + (columns[keyword.charCodeAt(at)] as number)
      if (next[edge] === 0) {
        depth[states] = at + 1
        next[edge] = states++
      }
      state = next[edge] as number
    }
    const some = own[state]
    if (some) some.push(index)
    else own[state] = [index]
  })
  linkSuffixStates(next, shift, own, states)
  return { next: next.slice(0, states << shift), shift, columns, found: own, depth }
}

/** Adds missing edges and keywords to each state, copied from the state of its longest suffix, level by level. */
function linkSuffixStates(
  next: Int32Array,
  shift: number,
  own: (number[] | undefined)[],
  states: number,
): void {
  const width = 1 << shift
  const fails = new Int32Array(states)
  const queue: number[] = []
  for (let column = 0; column < width; column++) if (next[column]) queue.push(next[column] as number)
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head] as number
    const fail = fails[state] as number
    const inherited = own[fail]
    if (inherited) own[state] = [...(own[state] ?? []), ...inherited]
    for (let column = 0; column < width; column++) {
      const edge = (state << shift) + column
      const beyond = next[(fail << shift) + column] as number
      if (next[edge]) {
        fails[next[edge] as number] = beyond
        queue.push(next[edge] as number)
      } else next[edge] = beyond
    }
  }
}
