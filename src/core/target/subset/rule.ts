/** Limits of a provider's strict subset of JSON Schema. */
export interface SubsetRule {
  /** Keywords that the subset does not allow. */
  readonly forbidden: ReadonlySet<string>
  /** String formats that the subset allows; omitted if all are allowed. */
  readonly formats?: ReadonlySet<string>
  /** Whether the subset can read a regular expression; omitted if it can read all. */
  readonly readsPattern?: (pattern: string) => boolean
  /** Whether every schema must contain a type, values, a choice or a reference. */
  readonly typed?: boolean
  /** Whether no other keywords are allowed next to a reference. */
  readonly bareReferences?: boolean
  /** Whether enum values must not be objects or lists. */
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

/**
 * Places where a schema breaks a subset's limits, and the amounts that the schema uses of limits for a whole request.
 */
export interface SchemaFindings {
  /** Violations, each as `pointer keyword`; at most the first twenty. */
  readonly beyond: readonly string[]
  readonly optional: number
  readonly unions: number
}
