import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { sum } from '../cost/outcome.ts'
import { type CostRun, isSystem } from '../cost/run.ts'
import type { Arm } from '../cost/strategy/made-request.ts'
import { summaryMessage } from './automatic-compaction.ts'

/** Tokens of a summary. Summaries are stand-ins of this length. */
const summary = 600

/** A place from which the history is kept, from a call on. */
interface Cut {
  readonly said: number
  readonly from: number
  /** Place from which the model that writes the summary reads. */
  readonly before: number
}

/**
 * Cuts as pi does: once the budget is full, about half of it is kept from a user's message or an answer on, and a summary stands
 * for the rest. A model reads what is dropped in a request of its own.
 */
export const likePi = (budget: number): Arm => ({
  name: 'a cut like pi’s, with its summaries',
  strips: false,
  async requests(run) {
    const cuts = cutsOf(run, budget)
    return run.calls.flatMap(said => {
      const made = cuts.filter(cut => cut.said <= said)
      const cut = made.at(-1)
      const begin = (number: number): ChatMessage[] => (number === 0 ? [] : [summaryMessage(number, summary)])
      const request = {
        said,
        messages: [...begin(made.length), ...run.history.slice(cut?.from ?? 0, said)],
        answer: run.history[said] as ChatMessage,
        kind: 'answer' as const,
      }
      if (cut?.said !== said) return [request]
      const read = [...begin(made.length - 1), ...run.history.slice(cut.before, cut.from)]
      const answer = summaryMessage(made.length, summary)
      return [{ said, messages: read, answer, kind: 'summary' as const, isApart: true }, request]
    })
  },
})

function cutsOf(run: CostRun, budget: number): Cut[] {
  const cuts: Cut[] = []
  for (const said of run.calls) {
    const before = cuts.at(-1)?.from ?? 0
    const earlier = cuts.length > 0 ? summary : 0
    if (run.head + earlier + sum(run.tokens.slice(before, said)) <= budget) continue
    cuts.push({ said, from: placeOfCut(run, said, budget / 2), before })
  }
  return cuts
}

function placeOfCut({ history, tokens }: CostRun, said: number, kept: number): number {
  let size = 0
  let from = said
  while (from > 0 && size < kept) size += tokens[--from] ?? 0
  const isPlace = (message: ChatMessage | undefined): boolean =>
    message?.role !== 'tool' && !isSystem(message as ChatMessage)
  while (from < said && !isPlace(history[from])) from++
  return from < said ? from : history.findLastIndex((message, at) => at < said && isPlace(message))
}
