/** Positions in a regular expression. Each matches one character; `follow` lists the positions that may come next. */
export interface Positions {
  /** Source text of each position: a character, an escape or a class. */
  readonly atoms: readonly string[]
  readonly follow: readonly ReadonlySet<number>[]
  /** Positions at which a match may begin. */
  readonly first: readonly number[]
  /**
   * Whether two repetitions lead from one position to the same next position. Then the number of ways to match a text
   * grows with its length.
   */
  readonly repeatsTwice: boolean
  /** Whether a match can begin only at the start of the text. */
  readonly anchored: boolean
  /** Source texts of the lookarounds. */
  readonly inner: readonly string[]
}

/** Maximum number of positions to analyse. */
const most = 100

/** A part of an expression: the positions where it may begin and end, and whether it may be empty. */
interface Piece {
  readonly first: readonly number[]
  readonly last: readonly number[]
  readonly isEmpty: boolean
}

const empty: Piece = { first: [], last: [], isEmpty: true }

/** Next element of the source: an escape, a class, or any other character. */
const sign =
  /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|./gisuy

const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y

/**
 * Analyses a JavaScript regular expression with the flag `u`; null for one that is too long or refers to its own
 * groups.
 */
export function patternPositions(source: string): Positions | null {
  const reader = new Reader(source)
  const { first } = reader.readAlternatives()
  const { atoms, follow, repeatsTwice, inner, isKnown } = reader
  const anchored = /^(?:\(\?[=!][^()]*\))*\^/.test(source) && !source.includes('|')
  if (!isKnown || atoms.length > most) return null
  return { atoms, follow, first, repeatsTwice, anchored: anchored || startsEachWay(source), inner }
}

/** Whether the expression is `^` followed by one group that contains all alternatives. */
const startsEachWay = (source: string): boolean => source.startsWith('^') && depthOfBars(source) > 0

/** Returns the smallest number of groups around any `|` of an expression. */
function depthOfBars(source: string): number {
  let depth = 0
  let least = Number.POSITIVE_INFINITY
  sign.lastIndex = 0
  for (const [at] of source.matchAll(sign)) {
    if (at === '(') depth++
    if (at === ')') depth--
    if (at === '|') least = Math.min(least, depth)
  }
  return least
}

class Reader {
  readonly atoms: string[] = []
  readonly follow: Set<number>[] = []
  readonly inner: string[] = []
  repeatsTwice = false
  isKnown = true
  private readonly source: string
  private at = 0

  constructor(source: string) {
    this.source = source
  }

  /** Reads alternatives up to the end of their group. */
  readAlternatives(): Piece {
    let all = this.readSequence()
    while (this.source[this.at] === '|') {
      this.at++
      const other = this.readSequence()
      all = {
        first: [...all.first, ...other.first],
        last: [...all.last, ...other.last],
        isEmpty: all.isEmpty || other.isEmpty,
      }
    }
    return all
  }

  private readSequence(): Piece {
    let all = empty
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at] as string)) {
      const piece = this.readRepetition(this.readPatternPiece())
      this.linkPositions(all.last, piece.first)
      all = {
        first: all.isEmpty ? [...all.first, ...piece.first] : all.first,
        last: piece.isEmpty ? [...all.last, ...piece.last] : piece.last,
        isEmpty: all.isEmpty && piece.isEmpty,
      }
    }
    return all
  }

  private readPatternPiece(): Piece {
    const { source } = this
    sign.lastIndex = this.at
    const [found] = sign.exec(source) as RegExpExecArray
    if (found === '(') return this.readGroup()
    this.at += found.length
    if (/^\\(?:[1-9]|k<)/.test(found)) this.isKnown = false
    if (found === '^' || found === '$' || /^\\b$/i.test(found)) return empty
    this.atoms.push(found)
    this.follow.push(new Set())
    // If an expression is too long, the analysis ends here, so that it never takes long.
    if (this.atoms.length > most) {
      this.isKnown = false
      this.at = source.length
    }
    const position = this.atoms.length - 1
    return { first: [position], last: [position], isEmpty: false }
  }

  private readGroup(): Piece {
    const opening = /\((?:\?(?:<?[=!]|:|<[^>]*>))?/y
    opening.lastIndex = this.at
    const [found] = opening.exec(this.source) as RegExpExecArray
    this.at += found.length
    const isLook = /[=!]$/.test(found)
    const begin = this.at
    const reader = isLook ? new Reader(this.source) : this
    reader.at = begin
    const piece = reader.readAlternatives()
    this.at = reader.at + 1
    if (!isLook) return piece
    this.isKnown &&= reader.isKnown
    this.inner.push(this.source.slice(begin, reader.at))
    return empty
  }

  /**
   * Applies the repetition that follows a piece. A count is treated as any number, unless it is exact and repeats a
   * single position.
   */
  private readRepetition(piece: Piece): Piece {
    quantifier.lastIndex = this.at
    const found = quantifier.exec(this.source)
    if (found === null) return piece
    this.at += found[0].length
    const [whole, least, comma, greatest] = found
    const isEmpty = piece.isEmpty || whole.startsWith('*') || whole.startsWith('?') || least === '0'
    const isExact = least !== undefined && (comma === undefined || least === greatest)
    const isOnce = whole.startsWith('?') || greatest === '1' || (isExact && least === '1')
    const isSign = piece.first.length === 1 && piece.first[0] === piece.last[0] && !piece.isEmpty
    if (isExact && isSign && !isOnce && Number(least) > 0)
      return this.repeatSinglePosition(piece, Number(least))
    if (!isOnce) this.loopPiece(piece)
    return { ...piece, isEmpty }
  }

  /** Repeats a piece that has a single position `count` times. */
  private repeatSinglePosition(piece: Piece, count: number): Piece {
    const [sole] = piece.first as [number]
    if (this.follow[sole]?.has(sole) || count + this.atoms.length > most) {
      this.loopPiece(piece)
      return piece
    }
    let last = sole
    for (let copy = 1; copy < count; copy++) {
      this.atoms.push(this.atoms[sole] as string)
      this.follow.push(new Set())
      this.linkPositions([last], [this.atoms.length - 1])
      last = this.atoms.length - 1
    }
    return { first: [sole], last: [last], isEmpty: false }
  }

  private loopPiece({ first, last }: Piece): void {
    this.repeatsTwice ||= last.some(from => first.some(to => this.follow[from]?.has(to)))
    this.linkPositions(last, first)
  }

  private linkPositions(last: readonly number[], first: readonly number[]): void {
    for (const from of last) for (const to of first) this.follow[from]?.add(to)
  }
}
