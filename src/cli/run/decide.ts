import { parseJson } from '../../core/text/json.ts'
import { nearest } from '../../core/text/nearest.ts'
import { didYouMean } from '../../core/text/suggest.ts'
import { DecisionError } from '../../run/runner/append-decision.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'
import { UsageError } from '../io.ts'
import type { RunGiven } from './given.ts'
import type { SessionRun } from './session-run.ts'

/** Records the decisions that the command-line options name, after checking that all of them are valid. */
export async function recordDecisions(run: SessionRun, given: RunGiven, by: string): Promise<void> {
  const { approve = [], deny = [], answer = [], reason } = given
  const answers = answer.map(readAnswerOption)
  const waiting = await run.waiting()
  for (const call of [...approve, ...deny, ...answers.map(each => each.call)])
    assertWaits(call, waiting, run.key.id)
  for (const call of approve) await run.runner.approve(run.key, call, { by })
  for (const call of deny)
    await run.runner.deny(run.key, call, { by, ...(reason !== undefined && { why: reason }) })
  for (const { call, typed } of answers) await answerTyped(run, call, typed, by)
}

/** Answers a call with what somebody typed: the JSON value that it is, or the text if only a text fits. */
export async function answerTyped(
  { runner, key }: SessionRun,
  call: string,
  typed: string,
  by: string,
): Promise<void> {
  const value = parseJson(typed)
  try {
    await runner.answer(key, call, value === undefined ? typed : value, { by })
  } catch (error) {
    const mayBeText = value !== undefined && typeof value !== 'string'
    if (!(error instanceof DecisionError) || error.problems.length === 0 || !mayBeText) throw error
    await runner.answer(key, call, typed, { by }).catch(() => {
      throw error
    })
  }
}

function readAnswerOption(given: string): { readonly call: string; readonly typed: string } {
  const at = given.indexOf('=')
  if (at <= 0)
    throw new UsageError(
      `--answer needs CALL=ANSWER, got '${given}'`,
      `for example --answer '1.0={"seats":["A1"]}'`,
    )
  return { call: given.slice(0, at), typed: given.slice(at + 1) }
}

function assertWaits(call: string, waiting: readonly WaitingCall[], session: string): void {
  const names = waiting.map(each => each.call)
  if (names.includes(call)) return
  const all = waiting.map(each => `${each.call} (${each.tool})`).join(', ')
  const help = didYouMean(nearest(call, names))
  throw new UsageError(
    `no call '${call}' of the session '${session}' waits for somebody`,
    names.length === 0 ? 'no call of this session waits' : `${help} waiting calls: ${all}`.trim(),
  )
}
