/** Name of a property, or index of an item. */
export type PathStep = string | number

/** Place of a mistake: steps from the root of the declaration, or the path written as code. */
interface Somewhere {
  readonly steps: readonly PathStep[]
  toString(): string
}

/** Kind of a mistake: a value of the wrong form, an unknown field, or an unknown kind. */
export type Mistake = 'value' | 'field' | 'kind'

/** Details of a mistake, apart from its description. */
export interface About {
  readonly help?: string | null
  readonly mistake?: Mistake
  readonly field?: string | null
  readonly cause?: unknown
}

/** A mistake in a declaration: a TypeError whose message names the place. */
export class DeclarationError extends TypeError {
  declare readonly place: Somewhere
  /** Description of the mistake, without the place: `is not a string, but 5`. */
  declare readonly what: string
  /** Advice on what to write instead. */
  declare readonly help: string | null
  declare readonly mistake: Mistake
  /** The unknown field, if that is the mistake. */
  declare readonly field: string | null

  constructor(
    place: Somewhere,
    what: string,
    { help = null, mistake = 'value', field = null, cause }: About = {},
  ) {
    super(
      `${String(place)} ${what}${help === null ? '' : `: ${help}`}`,
      cause === undefined ? undefined : { cause },
    )
    // Node prints the enumerable fields of an error that nobody catches; these are for code, and the message has them.
    for (const [name, value] of Object.entries({ place, what, help, mistake, field }))
      Object.defineProperty(this, name, { value })
  }
}
