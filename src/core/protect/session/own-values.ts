import type { Session } from '../../session/session.ts'
import { mappedTexts } from '../../text/map-texts.ts'
import type { TextRange } from '../../text/overlaps.ts'
import { findWanted } from '../detect/find.ts'
import { secretKinds } from '../detect/secret-kinds.ts'
import { LiteralIndex } from '../literals/literal-index.ts'
import { unnamedKinds } from '../redaction.ts'
import type { Registry } from './registry.ts'
import { type Words, wordsIn } from './words.ts'

/** Value of a kind that may be shown, which occurs in the words of the person to whom the session belongs. */
interface Candidate {
  /** Index of the value alone. */
  readonly index: LiteralIndex
  /** Seq of the first event in which the value occurs in the person's own words. */
  ownAt: number
  /** Seq of the first event in which the value occurs in other words; -1 for the initial state. */
  foreignAt: number
  /** Seq of the first event in which the person's words name the value as a secret. */
  secretAt: number
}

/** Text that the person to whom a session belongs wrote. */
interface OwnText {
  readonly seq: number
  readonly text: string
}

/** Values that the person sees in an event, when the registry had a version. */
interface OwnAt {
  readonly seq: number
  readonly version: number
  readonly values: ReadonlyMap<string, string>
}

const never = Number.POSITIVE_INFINITY

/**
 * Values of a session that belong to the person whose session it is: he wrote them, nobody else did, and they are of kinds
 * that he may see. This is decided for each event, so that later events take nothing away from the view of an earlier one.
 */
export class OwnValues {
  private readonly registry: Registry
  private readonly user: string
  private readonly show: readonly string[]
  private readonly candidates = new Map<string, Candidate>()
  /** Index of all candidates. */
  private readonly index = new LiteralIndex()
  /** Values that contain each other, or that overlap in the person's words: one is not shown if another is hidden. */
  private readonly related = new Map<string, Set<string>>()
  private readonly ownTexts: OwnText[] = []
  /** Number of events, state of the registry and number of its values that were read. */
  private length = 0
  private version = 0
  private compared = 0
  /** Values of the last call of `valuesAt`, which a stream makes for many of its pieces. */
  private last: OwnAt | null = null

  constructor(registry: Registry, user: string, show: readonly string[]) {
    this.registry = registry
    this.user = user
    this.show = show
  }

  /** Reads the events and finds that are new since the last call. */
  readSession(session: Session): void {
    const from = this.length
    const isGrown = this.registry.version > this.version
    if (session.length === from && !isGrown) return
    this.last = null
    const added = Array.from({ length: session.length - from }, (_, at) => this.wordsAt(session, from + at))
    const known = [...this.candidates.keys()]
    const count = this.ownTexts.length
    for (const [at, { own }] of added.entries())
      this.ownTexts.push(...own.map(text => ({ seq: from + at, text })))
    const found = this.findCandidates(isGrown ? this.ownTexts : this.ownTexts.slice(count))
    for (const [at, words] of added.entries()) this.noteWords(this.index, from + at, words)
    this.length = session.length
    this.version = this.registry.version
    const { values } = this.registry
    const newValues = values.slice(this.compared)
    this.compared = values.length
    let fresh = isGrown ? [...found, ...this.relate(known, newValues)] : found
    while (fresh.length > 0) {
      this.noteForeignWords(session, fresh)
      fresh = this.relate(fresh, values)
    }
  }

  /** Whether the person sees a value in the event `seq`. */
  isOwn(value: string, seq: number, asked = new Set<string>()): boolean {
    asked.add(value)
    const candidate = this.candidates.get(value)
    if (candidate === undefined || candidate.ownAt > seq || candidate.foreignAt <= seq) return false
    // A value that was found late has its kind in earlier events too.
    const then = Math.max(seq, this.registry.foundAt(value))
    const kinds = [...this.registry.kindsOf(value)].flatMap(([kind, at]) => (at <= then ? [kind] : []))
    const isSecret = kinds.some(kind => secretKinds.has(kind) || unnamedKinds.has(kind))
    if (candidate.secretAt <= then || isSecret) return false
    if (!kinds.some(kind => this.show.includes(kind))) return false
    return [...(this.related.get(value) ?? [])].every(
      other => asked.has(other) || this.registry.foundAt(other) > then || this.isOwn(other, seq, asked),
    )
  }

  /** Returns the values that the person sees in the event `seq`, by their placeholders. */
  valuesAt(seq: number): ReadonlyMap<string, string> {
    const { registry, last } = this
    if (last?.seq === seq && last.version === registry.version) return last.values
    const own = [...this.candidates.keys()].filter(value => this.isOwn(value, seq))
    const values = new Map(own.map(value => [registry.placeholderOf(value) as string, value]))
    this.last = { seq, version: registry.version, values }
    return values
  }

  private wordsAt(session: Session, seq: number): Words {
    return wordsIn(session.event(seq), this.user)
  }

  private isShownKind(value: string): boolean {
    const kinds = this.registry.kindsOf(value)
    return this.show.some(kind => kinds.has(kind))
  }

  /** Searches own words for values of the shown kinds. Returns those that were not known as candidates. */
  private findCandidates(texts: readonly OwnText[], index = this.registry.index): readonly string[] {
    const fresh: string[] = []
    for (const { seq, text } of texts) {
      const finds = index.find(text).filter(({ literal }) => this.isShownKind(literal))
      if (finds.length === 0) continue
      const secrets = findWanted(text, { secrets: true })
      const others = this.registry.index.find(text)
      for (const find of finds) {
        const { literal } = find
        const known = this.candidates.get(literal)
        const candidate = known ?? candidateOf(literal)
        this.candidates.set(literal, candidate)
        if (known === undefined) fresh.push(literal)
        candidate.ownAt = Math.min(candidate.ownAt, seq)
        if (secrets.some(secret => overlap(secret, find)))
          candidate.secretAt = Math.min(candidate.secretAt, seq)
        for (const other of others) if (overlap(other, find)) this.relateTwo(literal, other.literal)
      }
    }
    return fresh
  }

  /** Records in which events of the session new candidates occur in words of others. */
  private noteForeignWords(session: Session, values: readonly string[]): void {
    const index = new LiteralIndex(values)
    this.noteForeign(index, -1, mappedTexts([session.stateAt(0)]))
    for (let seq = 0; seq < session.length; seq++) this.noteWords(index, seq, this.wordsAt(session, seq))
    for (const value of values) this.index.add(value)
  }

  private noteWords(index: LiteralIndex, seq: number, { copied, foreign }: Words): void {
    this.noteForeign(index, seq, foreign)
    this.noteForeign(index, seq, copied, ({ ownAt }) => ownAt > seq)
  }

  private noteForeign(
    index: LiteralIndex,
    seq: number,
    texts: readonly string[],
    isForeign: (candidate: Candidate) => boolean = () => true,
  ): void {
    if (index.size === 0) return
    for (const text of texts)
      for (const { literal } of index.find(text)) {
        const candidate = this.candidates.get(literal) as Candidate
        if (isForeign(candidate)) candidate.foreignAt = Math.min(candidate.foreignAt, seq)
      }
  }

  /**
   * Relates candidates to values that contain them, and to values within them. Returns related values that own words contain
   * too, such as another reading of the same place, as new candidates.
   */
  private relate(candidates: readonly string[], others: readonly string[]): readonly string[] {
    const { registry } = this
    const fresh: string[] = []
    for (const value of candidates) {
      const { index } = this.candidates.get(value) as Candidate
      for (const other of others) if (index.find(other).length > 0) this.relateTwo(value, other)
      for (const part of [value.slice(1), value.slice(0, -1)])
        for (const { literal } of registry.index.find(part)) this.relateTwo(value, literal)
      for (const other of this.related.get(value) ?? [])
        if (!this.candidates.has(other) && this.isShownKind(other))
          fresh.push(...this.findCandidates(this.ownTexts, new LiteralIndex([other])))
    }
    return fresh
  }

  private relateTwo(one: string, other: string): void {
    if (one === other) return
    for (const [value, related] of [
      [one, other],
      [other, one],
    ] as const)
      this.related.set(value, (this.related.get(value) ?? new Set()).add(related))
  }
}

const overlap = (one: TextRange, other: TextRange): boolean => one.start < other.end && other.start < one.end

const candidateOf = (value: string): Candidate => ({
  index: new LiteralIndex([value]),
  ...{ ownAt: never, foreignAt: never, secretAt: never },
})
