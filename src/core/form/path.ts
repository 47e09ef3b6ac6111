import { deepest } from '../text/depth.ts'
import { valueKey } from '../text/equal.ts'
import { type About, DeclarationError, type PathStep } from './declaration-error.ts'

/** State that all places of one declaration share while it is read. */
interface Reading {
  readonly name: string
  /** Word for the fields of an object in messages, such as `option`; empty in a declaration. */
  readonly noun: string
  /** Mistakes collected so far; null if the first mistake is thrown. */
  readonly mistakes: DeclarationError[] | null
  /** Results of values that were already read, by the value that was read; null before the first. */
  made: Map<unknown, unknown> | null
}

/** Arguments for the method `wrong`, for members that are nested too deeply. */
export const nestedTooDeeply = [
  `contains itself, or is nested more than ${deepest} levels deep`,
  { help: 'give each agent its own sub-agents, and make nested members of one kind siblings' },
] as const

/** Maximum number of mistakes in one declaration; reading stops after this number. */
export const mostMistakes = 100

/** Place in a declaration that is being read; mistakes are reported at this place. */
export class Path {
  private readonly reading: Reading
  private readonly above: Path | null
  private readonly step: PathStep
  private readonly depth: number

  private constructor(reading: Reading, above: Path | null = null, step: PathStep = '') {
    this.reading = reading
    this.above = above
    this.step = step
    this.depth = above === null ? 0 : above.depth + 1
  }

  /** Returns the root place of a declaration in code, with a name for messages; the first mistake is thrown. */
  static named(name: string): Path {
    return new Path({ name, noun: '', mistakes: null, made: null })
  }

  /** Returns the root place of a function's options; the first mistake is thrown. */
  static options(of: string): Path {
    return new Path({ name: of, noun: 'option', mistakes: null, made: null })
  }

  /** Returns the root place of a declaration in data: all mistakes are collected, and functions are not allowed. */
  static ofData(name: string, mistakes: DeclarationError[]): Path {
    return new Path({ name, noun: '', mistakes, made: null })
  }

  get isData(): boolean {
    return this.reading.mistakes !== null
  }

  /** Returns a text that reports an unknown field: `has no option 'x'`, or `has no 'x'` in a declaration. */
  unknownFieldText(name: string): string {
    const { noun } = this.reading
    return `has no ${noun === '' ? '' : `${noun} `}'${name}'`
  }

  /** Path from the root of the declaration. */
  get steps(): readonly PathStep[] {
    return this.above === null ? [] : [...this.above.steps, this.step]
  }

  /** Returns the place of a property or an item of the value at this place. */
  in(step: PathStep): Path {
    return new Path(this.reading, this, step)
  }

  /** Rejects a declaration that is nested too deeply, such as one that contains itself. */
  assertDepth(): void {
    if (this.depth > 2 * deepest) throw this.topAncestor().wrong(...nestedTooDeeply)
  }

  /**
   * Returns the place that contains this place and is two steps below the root; this place itself if it is not deeper.
   */
  private topAncestor(): Path {
    return this.depth <= 2 || this.above === null ? this : this.above.topAncestor()
  }

  /** Returns an error for a mistake at this place, for the caller to throw. */
  wrong(what: string, about?: About): DeclarationError {
    return new DeclarationError(this, what, about)
  }

  /**
   * Reads a value separately, so that a mistake in it does not hide others. If mistakes are collected, a value with a
   * mistake gives undefined. At the end, the whole declaration is rejected.
   */
  readSeparately<T>(read: (at: Path) => T): T {
    const { mistakes } = this.reading
    if (mistakes === null) return read(this)
    if (mistakes.length < mostMistakes)
      try {
        return read(this)
      } catch (error) {
        if (!(error instanceof DeclarationError)) throw error
        mistakes.push(error)
      }
    return undefined as T
  }

  /** Reads each item of a list separately; if mistakes are collected, invalid items are omitted. */
  readEach<T>(list: readonly unknown[], read: (item: unknown, at: Path) => T): T[] {
    return list
      .map((item, index) => this.in(index).readSeparately(at => read(item, at)))
      .filter(item => item !== undefined)
  }

  /**
   * Reads an input once, so that an object that occurs twice gives one result. In data, inputs with equal content count
   * as one object.
   */
  readOnce<T>(input: unknown, read: () => T): T {
    this.reading.made ??= new Map()
    const { made } = this.reading
    const key = this.isData ? valueKey(input) : input
    if (made.has(key)) return made.get(key) as T
    let value: T | undefined
    // If the input has a mistake, it is reported at every place where the input occurs.
    const isSound = this.readsWithoutMistake(() => {
      value = read()
    })
    if (isSound) made.set(key, value)
    return value as T
  }

  /** Whether reading finds no mistake. If mistakes are not collected, the first one is thrown. */
  readsWithoutMistake(read: () => void): boolean {
    const before = this.reading.mistakes?.length
    read()
    return this.reading.mistakes?.length === before
  }

  /** Returns the place written as code: `pipeline.members[0].tools[1].name`. */
  toString(): string {
    if (this.above === null) return this.reading.name
    return `${this.above}${typeof this.step === 'number' ? `[${this.step}]` : `.${this.step}`}`
  }
}
