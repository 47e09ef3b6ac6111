import { doLaterWork } from '../../core/compile/later/do-later-work.ts'
import type { LaterWork } from '../../core/compile/later/later-work.ts'
import { longestTimer } from '../../core/effect/timer.ts'
import { agentIn } from '../../core/program/graph.ts'
import type { NextStep } from '../../core/program/next-step.ts'
import { outputKeyOf } from '../../core/program/placed.ts'
import { limitReason } from '../../core/program/turn/invocation.ts'
import { type AgentTask, isAgentNext } from './answer.ts'
import { appendFailure } from './append-answer.ts'
import { callAgent } from './call-agent.ts'
import { limitReached } from './limits.ts'
import { isImmediate, performNextStep } from './perform-step.ts'
import { QuotaError } from './quotas.ts'
import { appendMemories, memoriesToRequest } from './remember.ts'
import { hasRoomForCall } from './tools/call-room.ts'
import { cancelledText, unknownOutcomeText } from './tools/call-task.ts'
import { appendResult, callTool, finishCall } from './tools/call-tool.ts'
import type { Gates } from './tools/gates.ts'
import { failedOutcome } from './tools/tool-result.ts'
import { runnerMark, type TurnContext } from './turn-context.ts'

/** Key of the task that prepares later requests. */
const workForLater = 'later'

/** Prefix of the keys of tasks that create agents' memories. */
const memories = 'remember'

/**
 * Returns a signal that also aborts after some milliseconds, because a handler that never ends would delay the end of a
 * run.
 */
const withDeadline = (signal: AbortSignal, milliseconds: number): AbortSignal =>
  milliseconds <= longestTimer ? AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]) : signal

/** A task in progress. */
interface Running {
  readonly stop: AbortController
  /** Promise that resolves when the task ends, even if the task failed. */
  readonly end: Promise<void>
  /** Agent that the task calls; undefined for any other task. */
  readonly task: AgentTask | undefined
}

/** Performs the next steps of one session, until no step is left or every step waits. */
export class SessionEngine {
  private readonly context: TurnContext
  private readonly gates: Gates
  private readonly running = new Map<string, Running>()
  /** Error of the store, or a bug in a task. It ends the drive. */
  private error: { readonly reason: unknown } | null = null
  /** Wakes the loop that waits for tasks. */
  private wake: () => void = () => {}
  /** Whether the session changed since the loop last read the next steps. */
  private isWoken = false
  /** Whether a step could not start because of another task. If no task is left, the loop checks the step again. */
  private isHeldUp = false
  /** Quota of the owner that a task reached; null for none. */
  private overQuota: AgentTask['limit'] = null
  /** Signal of the current drive. */
  private stopping: AbortSignal = new AbortController().signal

  constructor(context: TurnContext, gates: Gates) {
    this.context = context
    this.gates = gates
  }

  /** Makes the loop check the session again, because somebody appended to it. */
  wakeLoop(): void {
    this.isWoken = true
    this.wake()
  }

  /** Runs the session until it is done or waits. Rejects if the store rejects. Stops its calls if `signal` aborts. */
  async drive(signal: AbortSignal): Promise<void> {
    const stopAll = (): void => {
      for (const { stop } of this.running.values()) stop.abort(signal.reason)
    }
    signal.addEventListener('abort', stopAll, { once: true })
    this.stopping = signal
    this.overQuota = null
    try {
      while (!signal.aborted && this.error === null) {
        this.isWoken = false
        this.isHeldUp = false
        await this.startNext()
        this.stopUnneededTasks()
        if (this.running.size === 0) {
          if (this.isHeldUp || this.isWoken) continue
          break
        }
        const woken = new Promise<void>(resolve => {
          this.wake = resolve
          if (this.isWoken) resolve()
        })
        await Promise.race([woken, ...[...this.running.values()].map(({ end }) => end)])
      }
    } finally {
      signal.removeEventListener('abort', stopAll)
      if (this.error !== null) stopAll()
      await Promise.all([...this.running.values()].map(({ end }) => end))
    }
    const { error } = this
    this.error = null
    if (error !== null) throw error.reason
  }

  /** Starts every next task that does not run yet. Performs state steps, taps and ends of groups immediately. */
  private async startNext(): Promise<void> {
    const { live, settings } = this.context
    for (let isAgain = true; isAgain && !this.stopping.aborted; ) {
      isAgain = false
      for (const step of live.steps) {
        if (isImmediate(step)) {
          await performNextStep(this.context)
          isAgain = true
          break
        }
        if (step.kind === 'tools') this.startCalls(step)
        if (step.kind !== 'agent' || this.isAgentBusy(step)) continue
        const { overQuota } = this
        const limit = overQuota ?? limitReached(live.session, step.branch, settings)
        // A call beyond a quota would cost what the quota forbids.
        const mayAnswer = overQuota === null && settings.atLimit === 'answer'
        if (limit === null) this.startAgent(step, null)
        else if (step.background !== undefined) {
          // The run may be over, so that only the agent can stop.
          await appendFailure(this.context, agentTask(this.context, step, null), limitReason(limit))
          this.overQuota = null
          isAgain = true
          break
        } else if (this.isProgramBusy) this.isHeldUp = true
        else if (mayAnswer) this.startAgent(step, limit)
        else {
          await live.append(() => ({ events: [runnerMark({ limit })] }))
          this.overQuota = null
          isAgain = true
          break
        }
      }
    }
  }

  /** Whether a task of the program runs. Agents in the background, whose steps name their call, go on after a limit. */
  private get isProgramBusy(): boolean {
    const apart = new Set(
      this.context.live.steps.flatMap(step => (step.background === undefined ? [] : taskKeysOf(step))),
    )
    return [...this.running.keys()].some(key => !apart.has(key))
  }

  /** Whether the branch's agent already runs, or the maximum number of agents runs. */
  private isAgentBusy({ branch }: NextStep): boolean {
    const { concurrency } = this.context.settings
    const calling = [...this.running.keys()].filter(key => key.startsWith('agent '))
    const isBusy = calling.length >= concurrency || this.running.has(`agent ${branch}`)
    this.isHeldUp ||= isBusy
    return isBusy
  }

  private startAgent(step: NextStep, limit: AgentTask['limit']): void {
    const { branch } = step
    const task = agentTask(this.context, step, limit)
    const callAgentAndPrepare = async (signal: AbortSignal): Promise<void> => {
      const later = await callAgent(this.context, task, signal)
      if (later.wants.length > 0) this.startTask(workForLater, own => this.runLaterWork(later, own))
      const asked = await memoriesToRequest(this.context, task, signal)
      if (asked.length > 0)
        this.startTask(`${memories} ${this.context.live.session.length}`, own =>
          appendMemories(this.context, asked, withDeadline(own, this.context.settings.deadlines.whole)),
        )
    }
    this.startTask(`agent ${branch}`, callAgentAndPrepare, task)
  }

  /** Does the work that prepares later requests, and appends the outcomes. Only the end of the run waits for it. */
  private async runLaterWork({ wants, continuation }: LaterWork, signal: AbortSignal): Promise<void> {
    const { live, settings } = this.context
    const { effects = {} } = settings.compile
    // An outcome may have been stored since the request was compiled.
    const open = wants.filter(({ key }) => live.session.units.outcomes.outcomeForKey(key) === undefined)
    const until = withDeadline(signal, settings.deadlines.whole)
    const events = await doLaterWork({ wants: open, continuation }, effects, until)
    await live.append(() => ({ events }))
  }

  private startCalls({
    agent = '',
    branch,
    scopes = [],
    calls = [],
    begun = [],
    decided = [],
    cancelled = [],
    finished = [],
  }: NextStep): void {
    const { live, program } = this.context
    for (const call of finished)
      this.startTask(`close ${branch} ${call.call}`, signal =>
        finishCall(this.context, { agent, branch, scopes }, call, signal),
      )
    const denied = decided.filter(({ approved }) => !approved)
    for (const call of cancelled)
      this.startTask(`close ${branch} ${call}`, () =>
        appendResult(
          this.context,
          { call, branch },
          failedOutcome(begun.includes(call) ? unknownOutcomeText : cancelledText),
        ),
      )
    for (const { call, why } of denied)
      this.startTask(`close ${branch} ${call}`, () =>
        appendResult(
          this.context,
          { call, branch },
          failedOutcome(`the call was denied${why === undefined ? '' : `: ${why}`}`),
        ),
      )
    for (const call of calls) {
      const isRunning = (at: string, other: string): boolean => this.running.has(`call ${at} ${other}`)
      if (!isRunning(branch, call) && !hasRoomForCall(program.graph, live.steps, agent, isRunning)) continue
      const decision = decided.find(each => each.call === call)
      const task = { call, agent, branch, scopes, isBegun: begun.includes(call), decision }
      this.startTask(`call ${branch} ${call}`, signal =>
        this.gates.runInSlot(this.context, task, signal, () => callTool(this.context, task, signal)),
      )
    }
  }

  private startTask(key: string, work: (signal: AbortSignal) => Promise<void>, task?: AgentTask): void {
    if (this.running.has(key)) {
      this.isHeldUp = true
      return
    }
    // A task that began after the end of the drive would be stopped by nobody.
    if (this.stopping.aborted) return
    const stop = new AbortController()
    const end = work(stop.signal)
      .catch((reason: unknown) => {
        if (reason instanceof QuotaError) this.overQuota = reason.limit
        else if (!stop.signal.aborted) this.error ??= { reason }
      })
      .finally(() => this.running.delete(key))
    this.running.set(key, { stop, end, task })
  }

  /**
   * Stops tasks that the session no longer needs: the run was cancelled, another member took over, or the agent's input
   * was rewound. Retracts the text of a stopped agent, unless the run was cancelled.
   */
  private stopUnneededTasks(): void {
    if (this.running.size === 0) return
    const { steps, session } = this.context.live
    const wanted = new Set(steps.flatMap(taskKeysOf))
    const isDue = (key: string, task: AgentTask | undefined): boolean =>
      task === undefined ? wanted.has(key) : isAgentNext(steps, task)
    const isForLater = (key: string): boolean => key === workForLater || key.startsWith(memories)
    const isCancelled = steps[0]?.outcome === 'cancelled'
    for (const [key, { stop, task }] of this.running) {
      const isOld = task !== undefined && session.units.rewinds.isRewoundSince(task.since)
      const isUnwanted = isOld || (!isDue(key, task) && (isCancelled || !isForLater(key)))
      if (!isUnwanted || stop.signal.aborted) continue
      stop.abort(new Error('the call is not wanted any more'))
      if (task !== undefined && (isOld || !isCancelled))
        this.context.report({ type: 'retracted', agent: task.agent, branch: task.branch })
    }
  }
}

/** Returns the task of calling the agent of a next step. */
function agentTask(
  { program: { graph }, live }: TurnContext,
  step: NextStep,
  limit: AgentTask['limit'],
): AgentTask {
  const { agent = '', branch } = step
  const placed = agentIn(graph, agent)
  const isJson = placed.agent.outputSchema !== undefined
  const outputKey = outputKeyOf(graph, placed)
  return { agent, branch, step, since: live.session.length, limit, outputKey, isJson }
}

/** Returns the keys of the tasks that a next step needs. */
function taskKeysOf(step: NextStep): readonly string[] {
  const { kind, branch, calls = [], cancelled = [], decided = [], finished = [] } = step
  if (kind === 'agent') return [`agent ${branch}`]
  if (kind !== 'tools') return []
  const closed = [...cancelled, ...[...decided, ...finished].map(({ call }) => call)]
  return [...calls.map(call => `call ${branch} ${call}`), ...closed.map(call => `close ${branch} ${call}`)]
}
