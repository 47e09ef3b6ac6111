import { nearest } from '../../core/text/nearest.ts'
import { didYouMean } from '../../core/text/suggest.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'
import { UsageError } from '../io.ts'
import type { RunGiven } from './given.ts'
import type { SessionRun } from './session-run.ts'

/** Records the decisions that the command-line options name, after checking that all of them are valid. */
export async function recordDecisions(run: SessionRun, given: RunGiven, by: string): Promise<void> {
  const { approve = [], deny = [], reason } = given
  const waiting = await run.waiting()
  for (const call of [...approve, ...deny]) assertWaits(call, waiting, run.key.id)
  for (const call of approve) await run.runner.approve(run.key, call, { by })
  for (const call of deny)
    await run.runner.deny(run.key, call, { by, ...(reason !== undefined && { why: reason }) })
}

function assertWaits(call: string, waiting: readonly WaitingCall[], session: string): void {
  const names = waiting.map(each => each.call)
  if (names.includes(call)) return
  const all = waiting.map(each => `${each.call} (${each.tool})`).join(', ')
  const help = didYouMean(nearest(call, names))
  throw new UsageError(
    `no call '${call}' of the session '${session}' waits for a decision`,
    names.length === 0 ? 'no call of this session waits' : `${help} waiting calls: ${all}`.trim(),
  )
}
