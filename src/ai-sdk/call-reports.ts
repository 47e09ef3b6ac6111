import type { Compiled } from '../compile/contract/result.ts'
import type { Plan } from '../ir/plan.ts'
import type { DroppedMessage } from './dropped.ts'
import { type ContextReport, makeReport, type Warning, warningsOf } from './report.ts'

/** Number of conversations whose last request is kept, to forecast what the provider's cache holds of the next one. */
const mostRequests = 100

/** Report of a call, and its news as warnings for the AI SDK. */
export interface CallReport {
  readonly report: ContextReport
  readonly warnings: readonly Warning[]
}

/** Reports of the calls of one middleware, or of one loop; each is made with the previous one of its conversation. */
export class CallReports {
  private readonly reports = new WeakMap<Plan, ContextReport>()
  private readonly requests = new Map<Plan, Compiled>()

  /** Returns the report of a call. `before` is the plan of the conversation's previous call; null if none is known. */
  report(result: Compiled, dropped: readonly DroppedMessage[], before: Plan | null): CallReport {
    const earlier = before === null ? undefined : this.requests.get(before)
    const previous = before === null ? undefined : this.reports.get(before)
    const { read, written, uncached, why } = result.cache.against(earlier)
    const report = makeReport(result, dropped, previous, { read, written, uncached, why })
    const made = { report, warnings: warningsOf(report, previous) }
    const { plan, request } = result
    if (request === null || plan === null) return made
    this.reports.set(plan, report)
    if (before !== null) this.requests.delete(before)
    this.requests.set(plan, result)
    for (const oldest of this.requests.keys()) {
      if (this.requests.size <= mostRequests) break
      this.requests.delete(oldest)
    }
    return made
  }
}
