import type { RecordedAnswer } from './answer.ts'
import { costOfCall } from './call-cost.ts'
import { runnerMark, type TurnContext } from './turn-context.ts'

/** Appends the usage and the price of an answer that is not used, because a callback failed: its call was paid. */
export async function appendUnused(
  { live, settings, accounts, quotas }: TurnContext,
  { billed }: Pick<RecordedAnswer, 'billed'>,
): Promise<void> {
  if (billed === null) return
  const { model, usage } = billed
  const cost = await costOfCall(billed, settings.compile.modelRows)
  const mark = runnerMark({ unused: { model, ...(cost.usd !== null && { usd: cost.usd }) } })
  const event = { ...mark, actions: { ...mark.actions, ...(usage !== null && { usage }) } }
  await live.append(() => ({ events: [event], costs: accounts === null ? [] : [cost] }))
  if (accounts !== null) quotas?.forgetCosts(live.key.owner)
}
