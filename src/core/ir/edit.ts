/** Kind of change made to a unit that was kept. */
export type Edit =
  | 'compacted'
  | 'redacted'
  | 'truncated'
  /** Only some fields of the unit's results are shown. */
  | 'projected'
  /** A result is omitted because another place already shows it. */
  | 'deduplicated'
  /** An outdated result was dropped, or marked. */
  | 'outdated'
  /** Text was put between tags, or its words were marked, because the text comes from outside. */
  | 'quoted'
  /** The unit was sent as text. */
  | 'rendered'
  /** A pass of the program changed the unit. */
  | 'rewritten'
  | 'fenced'
  /** The text is marked as another agent's. */
  | 'attributed'
  | 'repaired'
  /** Content was dropped or changed because the provider cannot represent it. */
  | 'reduced'
  /** Reasoning in the unit could not be sent. */
  | 'reasoning-omitted'
  /** Fields and signatures were dropped that only another provider reads, or that no importer knows. */
  | 'fields-omitted'

/** Facts about one kind of edit. */
interface EditFacts {
  /** Description for people. */
  readonly words: string
  /** Whether the edit changes text that later signatures cover. */
  readonly breaksReasoning: boolean
}

const breakingEdit = (words: string): EditFacts => ({ words, breaksReasoning: true })
const harmlessEdit = (words: string): EditFacts => ({ words, breaksReasoning: false })

/** Facts about every kind of edit. */
export const editFacts: Readonly<Record<Edit, EditFacts>> = {
  compacted: breakingEdit('compacted'),
  redacted: breakingEdit('redacted'),
  truncated: breakingEdit('truncated'),
  projected: breakingEdit('reduced to some fields'),
  deduplicated: breakingEdit('dropped as a repetition'),
  outdated: breakingEdit('marked as outdated, or dropped as outdated'),
  // Reasoning stays valid, because the text was fenced in every request. A changed setting counts as a changed
  // configuration.
  quoted: harmlessEdit('fenced as data from outside'),
  rendered: breakingEdit('sent as text'),
  rewritten: breakingEdit('changed by a pass'),
  fenced: breakingEdit('fenced as quoted text'),
  attributed: harmlessEdit('attributed to another agent'),
  repaired: breakingEdit('repaired'),
  reduced: breakingEdit('sent without some parts'),
  'reasoning-omitted': harmlessEdit('sent without its reasoning'),
  'fields-omitted': harmlessEdit('sent without fields that the provider does not read'),
}
