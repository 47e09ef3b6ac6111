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
  /** Maximum number of characters in all names (including definitions), enum values and constants together. */
  readonly mostCharacters?: number
  /** Maximum number of characters in an enum that has more than `values` values. */
  readonly longEnum?: { readonly values: number; readonly characters: number }
  /** Legal values of `minItems`; null if all values are legal. */
  readonly minItems: readonly number[] | null
}

/** Violations of a subset by a schema, and the schema's consumption of limits that apply to a whole request. */
export interface SchemaFindings {
  /** Violations, each as `pointer keyword`; at most the first twenty. */
  readonly beyond: readonly string[]
  readonly optional: number
  readonly unions: number
}
