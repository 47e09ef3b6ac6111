import type { LossReason } from './loss.ts'

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
  /** Whether an operation or a pass makes the edit in order to change how the unit is shown. */
  readonly isShaping: boolean
  /**
   * Reason for which later reasoning is lost, because its signature covers the text that the edit changes; null if the
   * reasoning stays valid.
   */
  readonly endsReasoning: LossReason | null
}

const shapingEdit = (words: string): EditFacts => ({ words, isShaping: true, endsReasoning: 'window' })
const repairingEdit = (words: string): EditFacts => ({ words, isShaping: false, endsReasoning: 'repair' })
const harmlessEdit = (words: string): EditFacts => ({ words, isShaping: false, endsReasoning: null })

/** Facts about every kind of edit. */
export const editFacts: Readonly<Record<Edit, EditFacts>> = {
  compacted: shapingEdit('compacted'),
  redacted: { words: 'redacted', isShaping: false, endsReasoning: 'protected' },
  truncated: shapingEdit('truncated'),
  projected: shapingEdit('reduced to some fields'),
  deduplicated: shapingEdit('dropped as a repetition'),
  outdated: shapingEdit('marked as outdated, or dropped as outdated'),
  // Reasoning stays valid, because the text was fenced in every request. A changed setting counts as a changed
  // configuration.
  quoted: { words: 'fenced as data from outside', isShaping: true, endsReasoning: null },
  rendered: shapingEdit('sent as text'),
  rewritten: { words: 'changed by a pass', isShaping: true, endsReasoning: 'pass' },
  fenced: repairingEdit('fenced as quoted text'),
  attributed: harmlessEdit('attributed to another agent'),
  repaired: repairingEdit('repaired'),
  reduced: repairingEdit('sent without some parts'),
  'reasoning-omitted': harmlessEdit('sent without its reasoning'),
  'fields-omitted': harmlessEdit('sent without fields that the provider does not read'),
}
