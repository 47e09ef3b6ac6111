import {
  type CacheOutline,
  forecastAgainstOutline,
  outlineOf,
} from '../../compile/breakpoints/cache-record.ts'
import type { Compiled } from '../../compile/contract/result.ts'
import { isObject } from '../../ir/json.ts'
import type { Plan } from '../../ir/plan.ts'
import { parseJson } from '../../text/json.ts'
import { dropOldest } from '../../text/list.ts'
import type { DroppedMessage } from './dropped.ts'
import {
  type ContextReport,
  type EarlierCall,
  factsForNextReport,
  isWarningFatal,
  makeReport,
  type Warning,
  warningsOf,
} from './report.ts'

/** Maximum number of conversations whose last request is kept, to forecast how much of the next one is cached. */
const mostRequests = 100

/** Report of a model call. `warnings` are the losses that no earlier call reported, in the AI SDK's form. */
export interface CallReport {
  readonly report: ContextReport
  readonly warnings: readonly Warning[]
}

/** Previous call of a conversation. */
export interface CallBefore {
  /** Plan of the previous call; null if none is known. */
  readonly plan: Plan | null
  /** Note about the previous call, read from the storage; null without a storage. */
  readonly note: string | null
}

/** Facts of a call that are written to the storage, for the report of the next call. */
interface Note {
  readonly earlier: EarlierCall
  readonly outline: CacheOutline | null
}

/** Reads a note that the storage returned; null if it is not a valid note, such as a note of another version. */
function readNote(note: string | null): Note | null {
  const value = note === null ? null : parseJson(note)
  if (!isObject(value) || !isObject(value.earlier)) return null
  const { call, omitted, known } = value.earlier
  if (typeof call !== 'number' || !Array.isArray(omitted) || !Array.isArray(known)) return null
  return value as unknown as Note
}

/** Returns the note about a call that the storage will keep. `before`: note about the previous call. */
export function callNote(compiled: Compiled, before: string | null): string {
  const report = makeReport(compiled, [], readNote(before)?.earlier, compiled.cache.against(null), at => at)
  const note: Note = { earlier: factsForNextReport(compiled, report), outline: outlineOf(compiled.cache) }
  return JSON.stringify(note)
}

/** Maker of reports for all calls of one middleware or loop. A report also depends on the previous call. */
export class CallReports {
  private readonly calls = new WeakMap<Plan, EarlierCall>()
  private readonly requests = new Map<Plan, Compiled>()

  /** Returns the report of a call. `nameOf` returns the readable name of a place to which a diagnostic refers. */
  report(
    result: Compiled,
    dropped: readonly DroppedMessage[],
    { plan: before, note: kept }: CallBefore,
    nameOf: (at: string) => string,
  ): CallReport {
    const earlier = before === null ? undefined : this.requests.get(before)
    const note = readNote(kept)
    const previous = (before === null ? undefined : this.calls.get(before)) ?? note?.earlier
    const { read, written, uncached, why } =
      earlier === undefined && note !== null && note.outline !== null
        ? forecastAgainstOutline(result.cache, note.outline)
        : result.cache.against(earlier)
    const report = makeReport(result, dropped, previous, { read, written, uncached, why }, nameOf)
    const made = { report, warnings: isWarningFatal() ? [] : warningsOf(report, previous) }
    const { plan, request } = result
    if (request === null || plan === null) return made
    this.calls.set(plan, factsForNextReport(result, report))
    if (before !== null) this.requests.delete(before)
    this.requests.set(plan, result)
    dropOldest(this.requests, mostRequests)
    return made
  }
}
