import { isObject, type JsonObject } from '../../core/ir/json.ts'
import { parseJson, toJson } from '../../core/text/json.ts'
import { nearest } from '../../core/text/nearest.ts'
import { didYouMean } from '../../core/text/suggest.ts'
import { DecisionError } from '../../run/runner/append-decision.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'
import { UsageError } from '../io.ts'
import { waitText } from './call-block.ts'
import type { RunGiven } from './given.ts'
import type { SessionRun } from './session-run.ts'

/** Command-line options that decide on calls, with their values. */
export const decisionOptions = ({ approve = [], edit = [], deny = [], answer = [] }: RunGiven) => ({
  '--approve': approve,
  '--edit': edit,
  '--deny': deny,
  '--answer': answer,
})

/** Records the decisions that the command-line options name, after checking that all of them are valid. */
export async function recordDecisions(run: SessionRun, given: RunGiven, by: string): Promise<void> {
  const { approve = [], edit = [], deny = [], answer = [], reason } = given
  const edits = edit.map(each => {
    const { call, typed } = readCallOption('--edit', each, '{"sum":100}')
    const edited = parseJson(typed)
    if (!isObject(edited)) throw new UsageError(`--edit needs a JSON object after ${call}=, got '${typed}'`)
    return { call, edited: edited as JsonObject }
  })
  const answers = answer.map(each => readCallOption('--answer', each, '{"seats":["A1"]}'))
  const waiting = await run.waiting()
  for (const call of [...approve, ...edits.map(each => each.call)])
    assertWaits(run, call, waiting, 'approval')
  for (const { call } of answers) assertWaits(run, call, waiting, 'answer')
  for (const call of deny) assertWaits(run, call, waiting)
  // Values that somebody typed may be refused, so they come first.
  for (const { call, typed } of answers)
    await orUsageError(answerTyped(run, call, typed, by), answerHelp(call, waiting))
  for (const { call, edited } of edits)
    await orUsageError(run.runner.approve(run.key, call, { by, arguments: edited }))
  for (const call of approve) await orUsageError(run.runner.approve(run.key, call, { by }))
  for (const call of deny)
    await orUsageError(run.runner.deny(run.key, call, { by, ...(reason !== undefined && { why: reason }) }))
}

/** Waits for a decision. Throws a `UsageError` if it does not count. */
const orUsageError = (decision: Promise<void>, help: string | null = null): Promise<void> =>
  decision.catch((error: unknown) => {
    if (!(error instanceof DecisionError)) throw error
    throw new UsageError(error.message, error.problems.length > 0 ? help : null)
  })

/** Returns the advice for a wrong answer: the option, and the schema of the answer. */
function answerHelp(call: string, waiting: readonly WaitingCall[]): string {
  const schema = waiting.find(each => each.call === call)?.outputSchema
  const fits = schema === undefined ? '' : `, where JSON fits ${toJson(schema)}`
  return `answer with --answer ${call}=JSON${fits}`
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

/** Reads the value of an option as the place of a call and a text. */
function readCallOption(option: string, given: string, example: string) {
  const at = given.indexOf('=')
  if (at <= 0)
    throw new UsageError(
      `${option} needs CALL=VALUE, got '${given}'`,
      `for example ${option} '1.0=${example}'`,
    )
  return { call: given.slice(0, at), typed: given.slice(at + 1) }
}

/** Throws a `UsageError` for a call that does not wait, or that waits for something else than the option gives. */
function assertWaits(
  { key }: SessionRun,
  call: string,
  waiting: readonly WaitingCall[],
  given?: WaitingCall['for'],
): void {
  const names = waiting.map(each => each.call)
  const found = waiting.find(each => each.call === call)
  if (found !== undefined && (given === undefined || found.for === given)) return
  if (found !== undefined)
    throw new UsageError(
      `call '${call}' is ${waitText(found)}`,
      given === 'approval' ? answerHelp(call, waiting) : `use --approve ${call} or --deny ${call}`,
    )
  const all = waiting.map(each => `${each.call} (${each.tool})`).join(', ')
  const help = didYouMean(nearest(call, names))
  throw new UsageError(
    `no call '${call}' of the session '${key.id}' waits for somebody`,
    names.length === 0 ? 'no call of this session waits' : `${help} waiting calls: ${all}`.trim(),
  )
}
