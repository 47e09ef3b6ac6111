import type { Edit, Reason } from '../map/ledger.ts'

/** Why a unit has its fate, for people. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  'current-input': 'part of the current input, which is never dropped',
  critical: 'declared critical, so never dropped',
  'at-least': 'among the newest units that its clause is to have',
  fits: 'fits the budget',
  'opens-turn': 'opens the turn in which the history begins',
  'over-budget': 'older than what fits the budget',
  relevant: 'has to do with what is asked, told behind the history',
  'passed-over': 'left out by a pass',
  outranked: 'supplementary, and there was no room',
  'not-selected': 'not selected by the policy',
  'slid-out': 'passed out of the policy’s window',
  'over-clause': 'over the tokens of its clause',
  archived: 'kept in the archive',
  empty: 'they held nothing at all',
  'orphan-result': 'results without a call',
  'covered-by-provider': "inside the provider's own compaction",
  'covered-by-summary': 'a summary stands for them',
  'stands-for-covered': 'a summary of what came before, which is never dropped',
  'taken-back': 'taken back',
  'other-branch': 'on another branch',
  'through-state': 'other agents’ words that reach this one through the state',
  'other-agent': 'other agents’ words',
  'earlier-turn': 'before the current turn',
  'covers-nothing': 'a summary that stands for nothing',
  'no-request': 'no request was made',
  'handed-over': 'another agent handed over',
  'nothing-to-show': 'nothing that this target can take',
}

/** What was done to a unit, for people. */
export const editWords: Readonly<Record<Edit, string>> = {
  compacted: 'compacted',
  redacted: 'redacted',
  truncated: 'cut short',
  projected: 'shown with some fields only',
  deduplicated: 'not told again',
  rendered: 'told as words',
  rewritten: 'shown otherwise by a pass',
  fenced: 'fenced as quoted text',
  attributed: 'told as another agent’s words',
  repaired: 'repaired',
  reduced: 'sent without some parts',
  'reasoning-omitted': 'sent without its reasoning',
  'fields-omitted': 'sent without fields of another provider',
}
