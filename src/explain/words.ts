import { editFacts } from '../ir/edit.ts'
import type { Reason } from '../map/ledger.ts'
import type { Entry } from './explanation.ts'

/** Describes the edits of an entry, and that it is read from a cache. */
export const changeWords = ({ cached, edits }: Pick<Entry, 'cached' | 'edits'>): string[] => [
  ...(cached ? ['from a cache'] : []),
  ...edits.map(edit => editFacts[edit].words),
]

/** Descriptions of why a unit has its fate. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  'current-input': 'part of the current input, which is never dropped',
  critical: 'declared critical, so never dropped',
  'at-least': 'among the newest units that its clause is to have',
  fits: 'fits the budget',
  'opens-turn': 'opens the turn in which the history begins',
  superseded: 'other agents’ words that the state held under a key, until it got another value',
  'over-budget': 'older than what fits the budget',
  relevant: 'related to the question, so added after the history',
  'passed-over': 'dropped by a pass',
  outranked: 'supplementary, and there was no room',
  'not-selected': 'not selected by the policy',
  'slid-out': 'passed out of the policy’s window',
  'over-clause': 'over the tokens of its clause',
  archived: 'kept in the archive',
  empty: 'they held nothing at all',
  'orphan-result': 'results without a call',
  'covered-by-provider': "inside the provider's own compaction",
  'covered-by-summary': 'replaced by a summary',
  'stands-for-covered': 'a summary of what came before, which is never dropped',
  'taken-back': 'taken back',
  'other-branch': 'on another branch',
  'through-state': 'other agents’ words that reach this one through the state',
  'other-agent': 'other agents’ words',
  'earlier-turn': 'before the current turn',
  'covers-nothing': 'a summary that replaces nothing',
  'no-request': 'no request was made',
  'handed-over': 'another agent handed over',
  'nothing-to-show': 'nothing that this target can take',
}
