import { deepest } from '../text/depth.ts'
import { valueKey } from '../text/value-key.ts'
import { type About, DeclarationError, type PathStep } from './declaration-error.ts'

/** One reading of a declaration. */
interface Reading {
  readonly name: string
  /** Mistakes gathered so far; null where the first one is thrown. */
  readonly mistakes: DeclarationError[] | null
  /** Values read so far, by their input. */
  readonly made: Map<unknown, unknown>
}

/** Mistake of members that are nested too deeply, as arguments of `wrong`. */
export const nestedTooDeeply = [
  `holds itself, or members more than ${deepest} levels deep`,
  { help: 'give each agent its own agents, and put members of one kind side by side' },
] as const

/** Most mistakes reported of one declaration: after so many, the rest is not read. */
export const mostMistakes = 100

/** Place in a declaration that is read, and the way to report a mistake there. */
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

  /** The root of a declaration in code, called so in messages: its first mistake is thrown. */
  static named(name: string): Path {
    return new Path({ name, mistakes: null, made: new Map() })
  }

  /** The root of a declaration that is data: all its mistakes are gathered, and it has no functions. */
  static ofData(name: string, mistakes: DeclarationError[]): Path {
    return new Path({ name, mistakes, made: new Map() })
  }

  get isData(): boolean {
    return this.reading.mistakes !== null
  }

  /** The way from the root. */
  get steps(): readonly PathStep[] {
    return this.above === null ? [] : [...this.above.steps, this.step]
  }

  /** A property of what stands here, or an item. */
  in(step: PathStep): Path {
    return new Path(this.reading, this, step)
  }

  /** Rejects a declaration that is nested too deeply, as one is that holds itself. */
  assertDepth(): void {
    if (this.depth > 2 * deepest) throw this.top().wrong(...nestedTooDeeply)
  }

  /** The first place below the root on the way here. */
  private top(): Path {
    return this.depth <= 2 || this.above === null ? this : this.above.top()
  }

  /** Returns a mistake at this place, to be thrown. */
  wrong(what: string, about?: About): DeclarationError {
    return new DeclarationError(this, what, about)
  }

  /**
   * Reads what stands here by itself, so that a mistake in it hides none beside it. Where mistakes are gathered, what has
   * one is undefined, and nothing comes of the whole.
   */
  piece<T>(read: (at: Path) => T): T {
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

  /** Each item of a list by itself; those that are wrong are left out. */
  each<T>(list: readonly unknown[], read: (item: unknown, at: Path) => T): T[] {
    return list
      .map((item, index) => this.in(index).piece(at => read(item, at)))
      .filter(item => item !== undefined)
  }

  /** Reads the same thing once: what stands at two places is one. Data says by what it holds that it is the same. */
  once<T>(input: unknown, read: () => T): T {
    const { made } = this.reading
    const key = this.isData ? valueKey(input) : input
    if (made.has(key)) return made.get(key) as T
    let value: T | undefined
    // A mistake is told at each of its places.
    const isSound = this.isSound(() => {
      value = read()
    })
    if (isSound) made.set(key, value)
    return value as T
  }

  /** Whether reading finds no mistake, where they are gathered; else it throws the first. */
  isSound(read: () => void): boolean {
    const before = this.reading.mistakes?.length
    read()
    return this.reading.mistakes?.length === before
  }

  /** As code would reach it: `pipeline.members[0].tools[1].name`. */
  toString(): string {
    if (this.above === null) return this.reading.name
    return `${this.above}${typeof this.step === 'number' ? `[${this.step}]` : `.${this.step}`}`
  }
}
