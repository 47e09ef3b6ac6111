import { byPlace, dropInnerRanges } from '../../text/overlaps.ts'
import { findInReadings } from '../spelling/readings.ts'
import type { FormName } from './form.ts'
import { spellingsOfLiteral } from './forms.ts'
import { type Pattern, Trie } from './trie.ts'

/** A literal found in one of its forms. */
export interface LiteralFind {
  readonly start: number
  readonly end: number
  readonly literal: string
  readonly form: FormName
}

/** Literal and spelling that one search pattern belongs to. */
interface Meaning {
  readonly literal: string
  readonly form: FormName
}

/**
 * Index of literals in all their forms. The literals are divided among several automata, each of which reads the text
 * once. Their number grows only with the logarithm of the number of literals.
 */
export class LiteralIndex {
  private readonly meanings: Meaning[] = []
  private readonly known = new Set<string>()
  private readonly texts = new Set<string>()
  private tries: Trie[] = []
  /** Length of the longest form in UTF-16 units. A stream holds back fewer characters than this for literals. */
  longest = 0

  constructor(literals: Iterable<string> = []) {
    const patterns = [...literals].flatMap(literal => this.registerPatterns(literal))
    if (patterns.length > 0) this.tries.push(new Trie(patterns))
  }

  /** Number of literals. */
  get size(): number {
    return this.known.size
  }

  /**
   * Adds a literal in an automaton of its own. Automata of similar size are then merged, so each form is rebuilt only a
   * logarithmic number of times.
   */
  add(literal: string): void {
    let patterns = this.registerPatterns(literal)
    if (patterns.length === 0) return
    const kept = [...this.tries] // A copy, because a running search still uses the old list.
    for (let last = kept.at(-1); last && last.patterns.length <= 2 * patterns.length; last = kept.at(-1)) {
      patterns = [...last.patterns, ...patterns]
      kept.pop()
    }
    this.tries = [...kept, new Trie(patterns)]
  }

  /** Finds literals in any spelling, in order. No find lies within another, but finds may overlap. */
  find(text: string): LiteralFind[] {
    if (this.size === 0) return []
    const find = (each: string): LiteralFind[] => this.findForms(each)
    const read = findInReadings(text, find).map(
      ({ start, end, literal }) => ({ start, end, literal, form: 'read' }) as const,
    )
    return dropInnerRanges([...find(text), ...read].sort(byPlace))
  }

  private findForms(text: string): LiteralFind[] {
    const found: LiteralFind[] = []
    this.search().run(text, 0, text.length, found)
    return found
  }

  /** Returns the length of the longest end of a text that is also the beginning of a form of a literal. */
  openPrefixLength(text: string): number {
    const search = this.search()
    search.run(text, 0, text.length, [])
    return search.open
  }

  /** Returns a search for the current literals in a text that may still grow. */
  search(): LiteralSearch {
    return new LiteralSearch(this.tries, this.meanings)
  }

  private registerPatterns(literal: string): Pattern[] {
    if (literal === '' || this.known.has(literal)) return []
    this.known.add(literal)
    return spellingsOfLiteral(literal).flatMap(({ name, text }) => {
      if (this.texts.has(text)) return []
      this.texts.add(text)
      this.longest = Math.max(this.longest, text.length)
      this.meanings.push({ literal, form: name })
      return { text, id: this.meanings.length - 1 }
    })
  }
}

/** Search for literals that continues when its text grows. */
export class LiteralSearch {
  private readonly tries: readonly Trie[]
  private readonly meanings: readonly Meaning[]
  private readonly states: number[]

  constructor(tries: readonly Trie[], meanings: readonly Meaning[]) {
    this.tries = tries
    this.meanings = meanings
    this.states = tries.map(() => 0)
  }

  /** Number of automata. */
  get automata(): number {
    return this.tries.length
  }

  /** Length of the longest end of the text so far that is also the beginning of a form of a literal. */
  get open(): number {
    return this.tries.reduce((most, trie, at) => Math.max(most, trie.depth(this.states[at] as number)), 0)
  }

  /** Searches a range of a text, and adds the longest find at each end position, in no particular order. */
  run(text: string, from: number, to: number, found: LiteralFind[]): void {
    this.tries.forEach((trie, which) => {
      let state = this.states[which] as number
      for (let at = from; at < to; at++) {
        state = trie.step(state, text.charCodeAt(at))
        const pattern = trie.longest(state)
        if (pattern === undefined) continue
        const { literal, form } = this.meanings[pattern.id] as Meaning
        found.push({ start: at + 1 - pattern.text.length, end: at + 1, literal, form })
      }
      this.states[which] = state
    })
  }
}
