import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { sum } from '../cost/outcome.ts'
import { type CostRun, isSystem } from '../cost/run.ts'
import type { Arm } from './request.ts'

/** Tokens of a summary. Summaries are stand-ins of this length. */
const summary = 600

/** A place from which the history is kept, from a call on. */
interface Cut {
  readonly said: number
  readonly from: number
  /** Tokens that the model which writes the summary reads. */
  readonly read: number
}

/**
 * Cuts as pi does: once the budget is full, about half of it is kept from a user's message or an answer on, and a summary stands
 * for the rest.
 */
export const likePi = (budget: number): Arm => ({
  name: 'a cut like pi’s, its summaries not paid',
  strips: false,
  async requests(run) {
    const cuts = cutsOf(run, budget)
    return run.calls.map(said => {
      const made = cuts.filter(cut => cut.said <= said)
      const rest = run.history.slice(made.at(-1)?.from ?? 0, said)
      const messages = made.length === 0 ? rest : [summaryMessage(made.length), ...rest]
      return { said, messages, answer: run.history[said] as ChatMessage, isExpand: false }
    })
  },
})

/** Price of the summaries of a run: what is dropped is read once, uncached, and a summary is written. */
export const summariesOf = (run: CostRun, budget: number): number =>
  sum(cutsOf(run, budget).map(({ read }) => read + 5 * summary))

function cutsOf(run: CostRun, budget: number): Cut[] {
  const cuts: Cut[] = []
  for (const said of run.calls) {
    const from = cuts.at(-1)?.from ?? 0
    const earlier = cuts.length > 0 ? summary : 0
    if (run.head + earlier + sum(run.tokens.slice(from, said)) <= budget) continue
    const next = placeOfCut(run, said, budget / 2)
    cuts.push({ said, from: next, read: earlier + sum(run.tokens.slice(from, next)) })
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

const summaryMessage = (number: number): ChatMessage => ({
  role: 'user',
  content: `Summary ${number}:${' word'.repeat(summary - 8)}`,
})
