import type { Explanation } from '../../core/explain/explanation.ts'
import { formatCount, formatNumber, percent } from '../../core/text/number.ts'
import type { DoctorReport } from './report.ts'
import { countLostTokens, type Tries } from './tries.ts'

/** Share of a request above which the report remarks on a single part. */
const large = 0.3

/** Facts about a conversation that the advice is based on. */
interface Findings extends Pick<DoctorReport, 'problems' | 'cache' | 'largest'> {
  readonly explanation: Explanation
  /** Results of trying each piece of advice on this conversation, so that the report gives no useless advice. */
  readonly tries: Tries
}

/** Returns advice on a conversation, beginning with the most useful. */
export function nextAdvice({ explanation, problems, cache, largest, tries }: Findings): string[] {
  const { tokens, sections, ok } = explanation
  const shareOf = (kind: string): number => sections.find(section => section.kind === kind)?.share ?? 0
  const dropped = sections.find(({ kind }) => kind === 'omitted')
  const countBreaksOfKind = (kind: string): number =>
    cache.breaks.filter(({ kinds }) => kinds.includes(kind)).length
  const [first] = largest
  const steps = [
    ...new Set(problems.flatMap(({ level, help }) => (level === 'error' && help !== null ? [help] : []))),
  ]
  if (tokens.limit === null)
    steps.push('set --budget: nothing limits the request, because the model is not known')
  if (tries.marks === true)
    steps.push(
      `mark the prefix for the provider's cache, with cache: 'mark' (--cache mark): ${cache.unmarked} of ${formatCount(cache.requests, 'request')} had no mark`,
    )
  if (countBreaksOfKind('config-change') > 0)
    steps.push(
      `keep what changes, such as a date, out of the instruction and the settings: they changed before ${formatCount(countBreaksOfKind('config-change'), 'answer')}`,
    )
  if (countBreaksOfKind('tools') > 0)
    steps.push(
      `declare the same tools in every request: they changed before ${formatCount(countBreaksOfKind('tools'), 'answer')}`,
    )
  const { budget, arrival } = tries
  const trims = countBreaksOfKind('trim')
  if (arrival !== null && arrival.trims < trims)
    steps.push(
      `compact long results when they arrive, and give the agent expandTool(): context: C.all().dedupe('exact').compact({ at: 'arrival' }): ${arrival.trims} of ${formatCount(cache.requests, 'request')} then trim the history, not ${trims}, and ${formatNumber(arrival.lost)} tokens are not read from the cache, not ${formatNumber(countLostTokens(cache))} (no model was asked)`,
    )
  if (budget !== null && trims * 10 > cache.requests)
    steps.push(
      budget.trims < trims
        ? `raise the budget, or shorten tool results: ${trims} of ${formatCount(cache.requests, 'request')} had to trim the history, and ${budget.trims} with ${formatNumber(budget.tokens)} tokens`
        : `shorten tool results: ${trims} of ${formatCount(cache.requests, 'request')} had to trim the history`,
    )
  if (shareOf('tools') > large)
    steps.push(
      `give the agent only the tools that it needs: they are ${percent(shareOf('tools'))} of the request`,
    )
  if (shareOf('system') > large)
    steps.push(`shorten the instruction: the system text is ${percent(shareOf('system'))} of the request`)
  if (first !== undefined && first.share > large && first.kind === 'history')
    steps.push(
      `shorten ${first.place}, which is ${percent(first.share)} of the request: context: C.all().compact()`,
    )
  if (dropped !== undefined && ok)
    steps.push(
      `look for what was dropped (${formatNumber(dropped.before)} tokens): ctxc explain FILE --find TEXT. Pin what must stay: C.where({ text }).tier('critical').atMost(1000). ${tries.relevant === true ? 'context: [C.relevant(), C.all()] also finds what fits the question' : 'C.all().summarize() keeps more of the rest'}`,
    )
  return steps
}
