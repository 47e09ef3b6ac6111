/** A property, or the index of an item. */
export type Step = string | number

/** Where a mistake is: as steps from the root of the declaration, and as code would reach it. */
interface Somewhere {
  readonly steps: readonly Step[]
  toString(): string
}

/** What kind of mistake: a value of the wrong form, a field that there is none of, a kind that there is none of. */
export type Mistake = 'value' | 'field' | 'kind'

/** What is said of a mistake beside what it is. */
export interface About {
  readonly help?: string | null
  readonly mistake?: Mistake
  readonly field?: string | null
  readonly cause?: unknown
}

/** A mistake in a declaration: a TypeError whose message names the place. */
export class DeclarationError extends TypeError {
  readonly place: Somewhere
  /** What is wrong, without the place: `is not a string, but 5`. */
  readonly what: string
  /** What to write instead. */
  readonly help: string | null
  readonly mistake: Mistake
  /** The field that there is none of. */
  readonly field: string | null

  constructor(
    place: Somewhere,
    what: string,
    { help = null, mistake = 'value', field = null, cause }: About = {},
  ) {
    super(
      `${String(place)} ${what}${help === null ? '' : `: ${help}`}`,
      cause === undefined ? undefined : { cause },
    )
    this.place = place
    this.what = what
    this.help = help
    this.mistake = mistake
    this.field = field
  }
}
