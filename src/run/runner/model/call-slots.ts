import type { ModelClient } from '../../models/model-client.ts'

/** Limits of the calls of one client, across all sessions of a runner. */
export interface CallLimits {
  /** Maximum number of calls at the same time. */
  readonly calls: number
  /** Maximum number of tokens of the requests that begin within a minute. */
  readonly tokensPerMinute: number
}

/** Right to make one call. */
export interface CallSlot {
  /** Number of reductions of the limit before the call began. */
  readonly epoch: number
  /** Whether no other call was in progress when this one began, so that waiting for others would not have helped. */
  readonly isAlone: boolean
}

/** Call to make. */
interface AskedCall {
  /** Number of tokens of the request. */
  readonly tokens: number
  /** Whether the call waits until its provider accepts more calls. */
  readonly isPatient: boolean
}

/** Call that waits for its turn. */
interface Waiting extends AskedCall {
  readonly begin: (slot: CallSlot) => void
}

const minute = 60_000

/**
 * Slots of the calls of one client. Calls begin in the order in which they asked. If the provider refuses calls because
 * there are too many, fewer run at the same time: half as many, and one more after each round of answered calls.
 */
export class CallSlots {
  private readonly most: CallLimits
  private readonly queue: Waiting[] = []
  /** Whether calls waited when timers were last told. */
  private isWaiting = false
  private running = 0
  /** Current maximum number of calls at the same time. */
  private limit: number
  private epoch = 0
  /** Number of pauses that have not ended. */
  private pauses = 0
  private readonly timers = new Set<ReturnType<typeof setTimeout>>()
  /** Tokens of the requests that began within the last minute. */
  private tokens = 0

  constructor(most: CallLimits) {
    this.most = most
    this.limit = most.calls
  }

  /** Waits until a call may begin. Rejects as soon as the signal aborts. */
  enter(call: AskedCall, signal: AbortSignal): Promise<CallSlot> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        const at = this.queue.indexOf(waiting)
        if (at >= 0) this.queue.splice(at, 1)
        reject(signal.reason)
        this.beginNext()
      }
      const begin = (slot: CallSlot): void => {
        signal.removeEventListener('abort', stop)
        resolve(slot)
      }
      const waiting = { ...call, begin }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      this.queue.push(waiting)
      this.beginNext()
    })
  }

  /** Ends a call that the provider answered, or that failed for a reason of its own. */
  leave(isAnswered: boolean): void {
    this.running--
    if (isAnswered && this.limit < this.most.calls)
      this.limit = Math.min(this.most.calls, this.limit + 1 / this.limit)
    this.beginNext()
  }

  /**
   * Ends a call that the provider refused because there are too many. No call begins for `pause` milliseconds. Calls
   * that began before the last reduction do not reduce the limit again.
   */
  refuse({ epoch }: CallSlot, pause: number): void {
    if (epoch === this.epoch) {
      this.epoch++
      this.limit = Math.max(1, Math.floor(Math.min(this.limit, this.running) / 2))
    }
    this.running--
    this.pauses++
    this.later(pause, () => this.pauses--)
    this.beginNext()
  }

  private beginNext(): void {
    for (let at = 0; this.running < this.most.calls; ) {
      const next = this.queue[at]
      if (next === undefined) break
      if (next.isPatient && (this.pauses > 0 || this.running >= Math.floor(this.limit))) {
        at++
        continue
      }
      // A large request waits at its place, so that small ones do not use up its tokens again and again.
      if (!this.hasTokens(next)) break
      this.queue.splice(at, 1)
      const isAlone = this.running === 0
      this.running++
      this.countTokens(next.tokens)
      next.begin({ epoch: this.epoch, isAlone })
    }
    const isWaiting = this.queue.length > 0
    if (isWaiting === this.isWaiting) return
    this.isWaiting = isWaiting
    for (const timer of this.timers) this.keepAlive(timer)
  }

  /** Lets a timer keep the process alive only while calls wait. */
  private keepAlive(timer: ReturnType<typeof setTimeout>): void {
    if (this.isWaiting) timer.ref?.()
    else timer.unref?.()
  }

  /** Whether the tokens of a call are left. A request that is larger than the limit begins when nothing else counts. */
  private hasTokens({ tokens }: AskedCall): boolean {
    return this.tokens === 0 || this.tokens + tokens <= this.most.tokensPerMinute
  }

  private countTokens(tokens: number): void {
    if (this.most.tokensPerMinute === Number.POSITIVE_INFINITY) return
    this.tokens += tokens
    this.later(minute, () => {
      this.tokens -= tokens
    })
  }

  private later(milliseconds: number, change: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      change()
      this.beginNext()
    }, milliseconds)
    this.timers.add(timer)
    this.keepAlive(timer)
  }
}

/** Returns a function that returns the slots of a client. All sessions of a runner share them. */
export function slotsByClient(most: CallLimits): (client: ModelClient) => CallSlots {
  const known = new WeakMap<ModelClient, CallSlots>()
  return client => {
    const slots = known.get(client) ?? new CallSlots(most)
    known.set(client, slots)
    return slots
  }
}
