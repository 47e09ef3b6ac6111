import { modelsOf } from '../../core/program/placed.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { readFormat } from '../options.ts'
import { talkInTerminal } from './chat.ts'
import { decisionOptions, recordDecisions } from './decide.ts'
import type { RunGiven } from './given.ts'
import { JsonReporter } from './json-reporter.ts'
import { reportMissing } from './missing-session.ts'
import { memoryWord, openStore, storeOwner } from './open-store.ts'
import { readSteps } from './read-steps.ts'
import type { Reporter } from './reporter.ts'
import { type Runnable, readRunnable } from './runnable.ts'
import { SessionRun } from './session-run.ts'
import { storeFailure } from './store-failure.ts'
import { type ReportedRun, TextReporter } from './text-reporter.ts'

/** Runs `ctxc run FILE`, which sends a message, records a decision, or opens a chat. Returns the exit code. */
export async function runCommand(file: string, given: RunGiven, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json'])
  assertCompatibleOptions(file, given)
  readSteps(given)
  const owner = storeOwner(given)
  const runnable = await readRunnable(file, given, io)
  const task = await taskOf(given, format, io)
  const key = { owner, id: given.session ?? io.generateId() }
  const store = await openStore(given)
  if (task === 'decide' && (await store.read(key)) === null) return reportMissing(store, key, io)
  const run = await SessionRun.open({ file, given, io, key, store, runnable })
  const reported = reportedRun(file, given, key.id, runnable)
  try {
    if (task === 'chat') return await talkInTerminal(run, reported, io)
    const reporter = format === 'json' ? new JsonReporter(io, key.id) : new TextReporter(io, reported)
    return await runOnce(run, { reporter, task, given, io })
  } catch (error) {
    return storeFailure(error, reported, io)
  } finally {
    await run.close()
  }
}

/** Task of the command: to send a message, to decide on waiting calls, or to chat. */
type Task = { readonly message: string } | 'decide' | 'chat'

async function taskOf(given: RunGiven, format: 'pretty' | 'json', io: Io): Promise<Task> {
  if (continuesWithDecisions(given)) return 'decide'
  if (given.message !== undefined) return { message: given.message }
  if (io.terminal !== null) {
    if (format === 'json') throw noMessage('--format json asks nobody')
    return 'chat'
  }
  const message = await io.readInput()
  if (message.trim() === '') throw noMessage('there is no message')
  return { message }
}

function reportedRun(file: string, given: RunGiven, session: string, { declaration }: Runnable): ReportedRun {
  const { graph } = declaration
  const placed = [...graph.agents.values()]
  const models = placed.flatMap(each => modelsOf(graph, each))
  return { file, session, given, isNamed: placed.length > 1, models }
}

/** Inputs of a single run: its message or its decisions. */
interface Once {
  readonly reporter: Reporter
  readonly task: Exclude<Task, 'chat'>
  readonly given: RunGiven
  readonly io: Io
}

async function runOnce(run: SessionRun, { reporter, task, given, io }: Once): Promise<number> {
  const abort = new AbortController()
  const release = io.onInterrupt(() => abort.abort())
  try {
    if (await run.isElsewhere())
      io.err(
        'another process has this session: it is continued here as soon as that one ends or its lease does\n',
      )
    if (task === 'decide') await recordDecisions(run, given, io.user)
    else if (reporter instanceof TextReporter) reporter.skipMessage()
    const stream = task === 'decide' ? run.resume(abort.signal) : run.message(task.message, abort.signal)
    const outcome = await run.follow(stream, reporter)
    reporter.outcome(outcome, await run.waiting())
    if (outcome.status === 'done') return exit.fine
    if (outcome.status === 'waiting') return exit.waiting
    return outcome.status === 'cancelled' && abort.signal.aborted ? exit.cancelled : exit.errors
  } finally {
    release()
  }
}

/** Whether the options continue a session with decisions, without a new message. */
const continuesWithDecisions = (given: RunGiven): boolean =>
  given.resume === true || Object.values(decisionOptions(given)).some(calls => calls.length > 0)

const noMessage = (why: string): UsageError =>
  new UsageError(why, 'give a message with --message TEXT, or on standard input')

/** Rejects command-line options that exclude each other. */
function assertCompatibleOptions(file: string, given: RunGiven): void {
  const { approve = [], deny = [], message, session, reason } = given
  if (session === '') throw new UsageError('--session must not be empty', 'for example --session order-7')
  if (message?.trim() === '') throw noMessage('the message is empty')
  if (reason !== undefined && deny.length === 0)
    throw new UsageError('--reason needs --deny', 'use --deny CALL --reason TEXT to tell the model why')
  const both = approve.find(call => deny.includes(call))
  if (both !== undefined) throw new UsageError(`call '${both}' is both approved and denied`)
  if (continuesWithDecisions(given)) assertDecisionOptions(given)
  else if (file === '-' && message === undefined)
    throw noMessage('<file> is standard input, so the message cannot be read from there too')
}

/** Rejects options that cannot be combined with a decision. */
function assertDecisionOptions(given: RunGiven): void {
  const { message, session, store } = given
  const [option = '--resume'] = Object.entries(decisionOptions(given)).flatMap(([name, calls]) =>
    calls.length > 0 ? [name] : [],
  )
  if (message !== undefined)
    throw new UsageError(
      `${option} continues a session without a message`,
      'omit the message, and send it with a later command',
    )
  if (session === undefined)
    throw new UsageError(
      `${option} needs a session`,
      'use --session ID; ctxc sessions list shows all sessions',
    )
  if (store === memoryWord)
    throw new UsageError('--store memory keeps no sessions of earlier commands', 'use a file: --store PATH')
}
