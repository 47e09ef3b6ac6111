/** Change made to a unit that was kept. */
export type Edit =
  | 'compacted'
  | 'redacted'
  | 'truncated'
  /** Only some fields of its results are shown. */
  | 'projected'
  /** A result that is shown elsewhere is not repeated. */
  | 'deduplicated'
  /** An old result was left out, or marked. */
  | 'outdated'
  /** Put between tags, or marked, as data from outside. */
  | 'quoted'
  /** Sent as text. */
  | 'rendered'
  /** A pass of the program changed it. */
  | 'rewritten'
  | 'fenced'
  /** Another agent's words, marked as such. */
  | 'attributed'
  | 'repaired'
  /** Part of it has no form at this provider. */
  | 'reduced'
  /** Reasoning in the unit could not be sent. */
  | 'reasoning-omitted'
  /** Fields and signatures that only another provider reads, or that no importer knows, could not be sent. */
  | 'fields-omitted'

/** Facts about one kind of edit. */
interface EditFacts {
  /** Description for people. */
  readonly words: string
  /** Whether an operation or a pass made the edit to change how the unit is shown. */
  readonly isShaping: boolean
  /** Whether the text then differs from the text that later signatures cover. */
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
  // It was always sent that way: another setting is a change of the configuration.
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
