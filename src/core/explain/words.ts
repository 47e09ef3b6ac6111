import { editFacts } from '../ir/edit.ts'
import type { Reason } from '../map/ledger.ts'
import type { Entry } from './explanation.ts'

/** Lists tools in the order of their first calls, each with its number of calls if that is more than one. */
export function callWords(calls: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of calls) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count > 1 ? `${name} x${count}` : name)).join(', ')
}

/** Describes the edits of an entry, and whether it is read from a cache. */
export const changeWords = ({ cached, edits }: Pick<Entry, 'cached' | 'edits'>): string[] => [
  ...(cached ? ['from a cache'] : []),
  ...edits.map(edit => editFacts[edit].words),
]

/** Text for each reason of an outcome in the ledger. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  'current-input': 'part of the current input, which is never dropped',
  critical: 'declared critical, so never dropped',
  'at-least': 'among the newest units that its clause keeps',
  fits: 'fits the budget',
  'opens-turn': 'user message of the oldest turn that is sent',
  'said-again': "replaced by the provider's compaction, and sent again behind it",
  superseded: 'answer of another agent, whose key in the state has a newer value',
  'over-budget': 'older than the history that fits the budget',
  relevant: 'relevant to the question',
  'passed-over': 'dropped by a pass',
  'turn-over': 'for one turn, which is over',
  outranked: 'supplementary, and the budget had no room',
  'not-selected': 'not selected by the policy',
  'slid-out': 'outside the window of the policy',
  'over-clause': 'above the token limit of its clause',
  archived: 'kept in the archive',
  empty: 'without content',
  'orphan-result': 'results without a call',
  'with-its-call': 'results that stand before their calls, sent with them',
  'stored-twice': 'results that were stored twice',
  'covered-by-provider': "covered by the provider's compaction",
  'covered-by-summary': 'replaced by a summary',
  'stands-for-covered': 'a summary or compaction of earlier history, which is never dropped',
  'taken-back': 'rewound',
  'other-branch': 'on another branch',
  'through-state': 'answer of another agent, which this agent reads from the state',
  'other-agent': 'message of another agent',
  'other-declarations':
    'announces a change of declarations that the request begins with, or of another agent',
  'earlier-turn': 'before the current turn',
  'covers-nothing': 'a summary that replaces no unit',
  'no-request': 'no request was made',
  'handed-over': 'another agent handed over',
  'nothing-to-show': 'no content that the target accepts',
}
