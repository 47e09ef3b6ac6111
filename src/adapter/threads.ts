import type { Agent } from '../agent/agent.ts'
import { AgentCompiler } from '../compile/agent-compiler.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Compiled } from '../compile/contract/result.ts'
import type { Guarded } from '../compile/guards.ts'
import { withDiagnostics } from '../compile/report/with-diagnostics.ts'
import { prefixChanged, storageFailed } from '../diag/plan.ts'
import type { Effects } from '../effect/handler.ts'
import type { EventInput } from '../ir/event.ts'
import type { Plan } from '../ir/plan.ts'
import type { Program } from '../program/program.ts'
import type { Session } from '../session/session.ts'
import { digest } from '../text/digest.ts'
import { toJson } from '../text/json.ts'
import type { ConversationStorage } from './conversation-storage.ts'
import { contentJson, type EventDigest, marksOf } from './event-digests.ts'
import { interleaved, type RecordedEvents } from './interleaved.ts'
import { arrivedSince, type LaterOptions, LaterOutcomes } from './later-outcomes.ts'
import { endsIn, namesOf, type SoughtNames } from './place-names.ts'
import { StoredPlaces } from './stored-places.ts'
import { ThreadCache, type ThreadPlace } from './thread-cache.ts'

/** Compiled call of a model. */
export interface Threaded {
  readonly compiled: Compiled
  /** Session that was compiled: the conversation, and events that its calls recorded. */
  readonly session: Session
  /** Returns the index of the message that an event came from; null for a recorded event. */
  readonly placeOf: (seq: number) => number | null
  /** Does the work that the compile wants for later, and keeps the outcomes; null if the conversation is not recognized again. */
  readonly resolveLater: ResolveLater | null
  /** Session without the values that the model may not see, and the guard that made it so; null if nothing is protected. */
  readonly guarded: Guarded
  /** Plan of the previous call; null if none is known. */
  readonly before: Plan | null
}

/** Does the work that a compile wants for later. An error of a handler never makes it reject. */
export type ResolveLater = (effects: Effects, options?: LaterOptions) => Promise<void>

/** Known place of a conversation, and its current mark. */
interface Found {
  readonly place: ThreadPlace
  readonly mark: EventDigest
  /** Number of the conversation's events up to there. */
  readonly length: number
}

/**
 * Conversations that are sent again and again, each time with more messages at the end. The content of all events
 * identifies a conversation, so no two are confused, and changed events are read again. The next call continues with
 * the plan and the work of the place where the last one ended, and with the events that calls recorded. No message is held
 * between two calls.
 */
export class Threads {
  private readonly places: ThreadCache
  /** Places that other processes may have left too; null without a storage. */
  private readonly stored: StoredPlaces | null

  constructor({ calls = limits.calls, working = limits.working, storage }: ThreadOptions = {}) {
    this.places = new ThreadCache(calls, working)
    this.stored = storage === undefined ? null : new StoredPlaces(storage)
  }

  async compile(program: Program, options: CompileOptions): Promise<Threaded> {
    const marks = marksOf(program.session)
    const beginning = beginningOf(program.agent, options)
    const declared = contentJson([program.agent, program.format])
    const known = this.find(marks, beginning)
    const found = (await this.findStored(program.session, marks, beginning, known)) ?? known
    const work = found === undefined ? null : this.places.take(found.place)
    const past = recordedAt(found)
    const isSameCall = found?.length === program.session.length
    // A list that is compiled once more is the same call.
    const end = marks[program.session.length - 1]
    const names = end === undefined ? null : namesOf(end, beginning)
    const later = isSameCall ? found.place.later : new LaterOutcomes(this.stored && (names?.whole ?? null))
    const { session: whole, ownSeq } = interleaved(program.session, past.recorded)
    const session = work === null ? whole : whole.foldedOn(work.units)
    const renamed = found !== undefined && found.place.ids !== found.mark.ids
    const same =
      declared !== null && !renamed && work?.declared === declared && work.makers === found?.mark.makers
    const compiler = same ? work.compiler : new AgentCompiler(program, protectOf(options))
    const before = found?.place.plan ?? null
    const compiled = await compiler.compile(session, { ...options, plan: before })
    // A caller that keeps its own session would append these before the answer.
    const longer = compiled.events.length === 0 ? session : session.append(...compiled.events)
    if (compiled.ok && compiled.plan !== null && end !== undefined && names !== null) {
      const place: ThreadPlace = {
        plan: compiled.plan,
        ids: end.ids,
        later,
        open: isSameCall || compiled.wants.length === 0 ? past.open : [...past.open, { later, recorded: 0 }],
        recorded: withMore(past.recorded, program.session.length, compiled.events),
        work: { declared, makers: end.makers, compiler, units: longer.units },
      }
      this.places.leave([names.content, names.whole], place)
      await this.stored?.leave(names, place)
    }
    const guarded = compiler.guarded(program.agent.name, longer)
    const { leading = 0 } = program
    const placeOf = (seq: number): number | null => {
      const own = seq < session.length ? ownSeq(seq) : null
      return own === null ? null : own + leading
    }
    const said = this.withFailures(renamed ? withRenamed(compiled) : compiled)
    // Outcomes for a list that is not recognized again would be lost.
    const isKept = compiled.ok && end !== undefined
    const resolveLater: ResolveLater = (effects, options = {}) =>
      later.resolve(compiled, past.open, { effects, ...options }, async () => this.stored?.keep(later))
    return {
      ...{ compiled: said, session: longer, placeOf, guarded, before },
      resolveLater: isKept ? resolveLater : null,
    }
  }

  /**
   * Finds the end of the last call that shares events and request prefix with this one; else of the last call whose
   * events are followed by new ones.
   */
  private find(marks: readonly EventDigest[], beginning: string): Found | undefined {
    for (const [at, mark] of [...marks.entries()].toReversed()) {
      const place = this.places.at(mark.content + beginning)
      if (place) return { place, mark, length: at + 1 }
    }
    for (const [at, mark] of [...marks.slice(0, -1).entries()].toReversed()) {
      const place = this.places.at(mark.content)
      if (place) return { place, mark, length: at + 1 }
    }
    return undefined
  }

  /** Finds a stored place that is later than the known one, or undefined. */
  private async findStored(
    session: Session,
    marks: readonly EventDigest[],
    beginning: string,
    known: Found | undefined,
  ): Promise<Found | undefined> {
    if (this.stored === null) return undefined
    const ends = endsIn(session, marks.length).filter(at => at >= (known?.length ?? 0))
    const sought = ends.map((at): SoughtNames => {
      const names = namesOf(marks[at] as EventDigest, beginning)
      return at + 1 < session.length ? names : { ...names, content: null }
    })
    const found = await this.stored.first(sought)
    const at = found && ends[found.index]
    return at === undefined
      ? undefined
      : { place: found!.place, mark: marks[at] as EventDigest, length: at + 1 }
  }

  private withFailures(compiled: Compiled): Compiled {
    const failures = this.stored?.takeFailures() ?? []
    return withDiagnostics(compiled, [...compiled.diagnostics, ...failures.map(storageFailed)])
  }
}

/** Returns the events that the calls of a conversation recorded, and the outcomes that arrived since. */
function recordedAt(found: Found | undefined): Pick<ThreadPlace, 'recorded' | 'open'> {
  if (found === undefined) return { recorded: [], open: [] }
  const { place, length } = found
  const { events, open } = arrivedSince(place.open)
  return { recorded: withMore(place.recorded, length, events), open }
}

const withMore = (
  recorded: readonly RecordedEvents[],
  after: number,
  events: readonly EventInput[],
): readonly RecordedEvents[] => (events.length === 0 ? recorded : [...recorded, { after, events }])

const protectOf = ({ protect }: CompileOptions): CompileOptions => (protect === undefined ? {} : { protect })

/** Adds a diagnostic for changed ids of earlier items, if ids are sent and no other prefix change is reported. */
function withRenamed(compiled: Compiled): Compiled {
  const { ok, target, diagnostics, tokens } = compiled
  if (!ok || target !== 'openai' || diagnostics.some(({ code }) => code === 'CX5001')) return compiled
  const said = prefixChanged([{ kind: 'ids', why: 'framework', units: [] }], tokens.input)
  return withDiagnostics(compiled, [...diagnostics, said])
}

/** Options for the conversations that are recognized. */
export interface ThreadOptions {
  readonly calls?: number
  readonly working?: number
  /** Keeps the conversations for other processes, and for the time after a restart. */
  readonly storage?: ConversationStorage | undefined
}

/** Most calls whose plans are kept, and most conversations whose work is kept. */
const limits = { calls: 4_000, working: 100 }

/**
 * Digests the inputs besides the session that determine a request's prefix. Other settings do not change the prefix.
 */
const beginningOf = (agent: Agent, { target, model }: CompileOptions): string =>
  digest(toJson([target, model ?? agent.model, agent.staticInstruction, agent.tools, agent.outputSchema]))
