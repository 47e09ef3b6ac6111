/** Limits of a provider's strict subset of JSON Schema. */
export interface SubsetRule {
  /** Keywords that the subset does not allow. */
  readonly forbidden: ReadonlySet<string>
  /** String formats that the subset allows; all if omitted. */
  readonly formats?: ReadonlySet<string>
  /** Whether the subset can read a regular expression; any if omitted. */
  readonly readsPattern?: (pattern: string) => boolean
  /** Whether every schema must state what it is: a type, values, a choice or a reference. */
  readonly typed?: boolean
  /** Whether a reference may have no keywords beside it. */
  readonly bareReferences?: boolean
  /** Whether enum values may not be objects or lists. */
  readonly plainEnums?: boolean
  /** Whether every property must be required. */
  readonly closed: boolean
  /** Whether a definition may refer to itself. */
  readonly recursion: boolean
  readonly mostLevels: number
  readonly mostProperties: number
  readonly mostEnumValues: number
  /** Upper bound of the characters of all names (including definitions), enum values and constants. */
  readonly mostCharacters?: number
  /** Upper bound of the characters in an enum with more than this number of values. */
  readonly longEnum?: { readonly values: number; readonly characters: number }
  /** Legal values of `minItems`; null for any. */
  readonly minItems: readonly number[] | null
}

/** Keywords of a schema beyond a subset, and the schema's share of limits of the whole request. */
export interface SchemaFindings {
  /** `pointer keyword`, at most the first twenty. */
  readonly beyond: readonly string[]
  readonly optional: number
  readonly unions: number
}
