/** Limits of a provider's strict subset of JSON Schema. */
export interface SubsetRule {
  /** Keywords that it does not know. */
  readonly forbidden: ReadonlySet<string>
  /** Formats of strings that it knows; left out: any. */
  readonly formats?: ReadonlySet<string>
  /** Whether it reads a regular expression; left out: any. */
  readonly readsPattern?: (pattern: string) => boolean
  /** Every schema must say what it is: a type, values, a choice, a reference. */
  readonly typed?: boolean
  /** A reference stands by itself. */
  readonly bareReferences?: boolean
  /** Values of an enum are no objects and no lists. */
  readonly plainEnums?: boolean
  /** Every property must be required. */
  readonly closed: boolean
  /** A definition may refer to itself. */
  readonly recursion: boolean
  readonly mostLevels: number
  readonly mostProperties: number
  readonly mostEnumValues: number
  /** Characters of all names, definitions' among them, enum values and constants. */
  readonly mostCharacters?: number
  /** Characters of the values of an enum that has more than so many. */
  readonly longEnum?: { readonly values: number; readonly characters: number }
  /** Values of `minItems` that are taken; null for any. */
  readonly minItems: readonly number[] | null
}

/** Keywords of a schema beyond a subset, and its usage of limits that a whole request shares. */
export interface SchemaFindings {
  /** `pointer keyword`, the first twenty. */
  readonly beyond: readonly string[]
  readonly optional: number
  readonly unions: number
}
