import type { Diagnostic } from '../../../core/diag/diagnostic.ts'
import type { Event } from '../../../core/ir/event.ts'
import type { SessionKey } from '../../../core/session/owner.ts'
import type { Session } from '../../../core/session/session.ts'
import type { RunOutcome } from '../run-event.ts'
import type {
  CallObserver,
  ObservedAnswer,
  ObservedModelCall,
  ObservedResult,
  ObservedRun,
  ObservedToolCall,
  RunObserver,
} from './observer.ts'

/** Returns the id of a session's current or last run; null if no run was requested. */
export const runIdOf = (session: Session): string | null =>
  session.units.runMarks.asks.at(-1)?.run.asked?.runId ?? null

/** Calls a function of the app, such as one of an observer. Ignores its errors and rejections. */
export function ignoreErrors<Result>(work: () => Result): Result | undefined {
  try {
    const result = work()
    // An async function may reject later.
    Promise.resolve(result).catch(() => {})
    return result
  } catch {
    return undefined
  }
}

/** The observers of a runner. */
export class Observers {
  private readonly all: readonly RunObserver[]

  constructor(all: readonly RunObserver[]) {
    this.all = all
  }

  /** Whether there are no observers. Reports are then not built. */
  get isEmpty(): boolean {
    return this.all.length === 0
  }

  diagnostic(diagnostic: Diagnostic): void {
    for (const each of this.all) ignoreErrors(() => each.diagnostic?.(diagnostic))
  }

  event(session: SessionKey, event: Event): void {
    for (const each of this.all) ignoreErrors(() => each.event?.(session, event))
  }

  begin(run: ObservedRun): void {
    for (const each of this.all) ignoreErrors(() => each.begin?.(run))
  }

  fail(session: SessionKey, error: unknown, time: number): void {
    for (const each of this.all) ignoreErrors(() => each.fail?.(session, error, time))
  }

  rest(session: SessionKey, outcome: RunOutcome, time: number): void {
    for (const each of this.all) ignoreErrors(() => each.rest?.(session, outcome, time))
  }

  modelCall(call: () => ObservedModelCall): Observed<ObservedAnswer> {
    return this.beginCall(call, (each, made) => each.modelCall?.(made))
  }

  toolCall(call: () => ObservedToolCall): Observed<ObservedResult> {
    return this.beginCall(call, (each, made) => each.toolCall?.(made))
  }

  private beginCall<Call, End>(
    call: () => Call,
    tell: (observer: RunObserver, call: Call) => CallObserver<End> | undefined,
  ): Observed<End> {
    if (this.isEmpty) return new Observed<End>([])
    const made = call()
    const told = this.all.map(each => ignoreErrors(() => tell(each, made)))
    return new Observed(told.filter(each => each !== undefined))
  }
}

/** Observers of one model or tool call. */
export class Observed<End> {
  private readonly all: readonly CallObserver<End>[]

  constructor(all: readonly CallObserver<End>[]) {
    this.all = all
  }

  /**
   * Does the work of a call inside the contexts of all observers. The work runs exactly once, even if an observer
   * throws or never calls it.
   */
  within<Result>(work: () => Result): Result {
    let done: { readonly result: Result } | { readonly error: unknown } | null = null
    const runOnce = (): Result => {
      if (done === null)
        try {
          done = { result: work() }
        } catch (error) {
          done = { error }
        }
      if ('error' in done) throw done.error
      return done.result
    }
    const nested = this.all.reduceRight<() => Result>(
      (inner, each) => () => (each.within === undefined ? inner() : each.within(inner)),
      runOnce,
    )
    ignoreErrors(nested)
    return runOnce()
  }

  retrying(retry: { readonly time: number; readonly delay: number; readonly reason: string }): void {
    for (const each of this.all) ignoreErrors(() => each.retrying?.(retry))
  }

  end(end: () => End): void {
    if (this.all.length === 0) return
    const made = end()
    for (const each of this.all) ignoreErrors(() => each.end?.(made))
  }
}
