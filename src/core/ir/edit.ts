/** Kind of change made to a unit that was kept. */
export type Edit =
  | 'compacted'
  | 'redacted'
  | 'truncated'
  /** Only some fields of the unit's results are shown. */
  | 'projected'
  /** A result is omitted because it is shown elsewhere. */
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
  /** Whether the edit comes from an operation or a pass that changes how the unit is shown. */
  readonly isShaping: boolean
  /** Whether the edit changes text that later signatures cover. */
  readonly breaksReasoning: boolean
}

const shaping = (words: string): EditFacts => ({ words, isShaping: true, breaksReasoning: true })
const breaking = (words: string): EditFacts => ({ words, isShaping: false, breaksReasoning: true })
const harmless = (words: string): EditFacts => ({ words, isShaping: false, breaksReasoning: false })

/** Facts about every kind of edit. */
export const editFacts: Readonly<Record<Edit, EditFacts>> = {
  compacted: shaping('compacted'),
  redacted: breaking('redacted'),
  truncated: shaping('truncated'),
  projected: shaping('reduced to some fields'),
  deduplicated: shaping('dropped as a repetition'),
  outdated: shaping('marked as outdated, or dropped as outdated'),
  // Reasoning stays valid, because the text was fenced in every request. A changed setting is a changed configuration.
  quoted: { words: 'fenced as data from outside', isShaping: true, breaksReasoning: false },
  rendered: shaping('sent as text'),
  rewritten: shaping('changed by a pass'),
  fenced: breaking('fenced as quoted text'),
  attributed: harmless('attributed to another agent'),
  repaired: breaking('repaired'),
  reduced: breaking('sent without some parts'),
  'reasoning-omitted': harmless('sent without its reasoning'),
  'fields-omitted': harmless('sent without fields that the provider does not read'),
}
