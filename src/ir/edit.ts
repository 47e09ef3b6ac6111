/** Change made to a unit that was kept. */
export type Edit =
  | 'compacted'
  | 'redacted'
  | 'truncated'
  /** Only some fields of its results are shown. */
  | 'projected'
  /** A result that is told elsewhere is not told again. */
  | 'deduplicated'
  /** Told as words. */
  | 'rendered'
  /** A pass of the program shows it otherwise. */
  | 'rewritten'
  | 'fenced'
  /** Another agent's words, told as such. */
  | 'attributed'
  | 'repaired'
  /** Something of it cannot be said to this provider. */
  | 'reduced'
  /** Reasoning of it could not go along. */
  | 'reasoning-omitted'
  /** Fields and signatures that only another provider reads, or that no importer does, could not go along. */
  | 'fields-omitted'

/** Meaning of an edit. */
interface EditFacts {
  /** For people. */
  readonly words: string
  /** Whether an operation or a pass made it, to show the unit in its shape. */
  readonly isShaping: boolean
  /** Whether text is then no longer what a later signature was made behind. */
  readonly breaksReasoning: boolean
}

const shaping = (words: string): EditFacts => ({ words, isShaping: true, breaksReasoning: true })
const breaking = (words: string): EditFacts => ({ words, isShaping: false, breaksReasoning: true })
const harmless = (words: string): EditFacts => ({ words, isShaping: false, breaksReasoning: false })

/** Meaning of every edit. */
export const editFacts: Readonly<Record<Edit, EditFacts>> = {
  compacted: shaping('compacted'),
  redacted: breaking('redacted'),
  truncated: shaping('cut short'),
  projected: shaping('shown with some fields only'),
  deduplicated: shaping('not told again'),
  rendered: shaping('told as words'),
  rewritten: shaping('shown otherwise by a pass'),
  fenced: breaking('fenced as quoted text'),
  attributed: harmless('told as another agent’s words'),
  repaired: breaking('repaired'),
  reduced: breaking('sent without some parts'),
  'reasoning-omitted': harmless('sent without its reasoning'),
  'fields-omitted': harmless('sent without fields that nobody there reads'),
}
