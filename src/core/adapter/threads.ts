import type { Agent } from '../agent/agent.ts'
import { AgentCompiler } from '../compile/agent-compiler.ts'
import type { AgentLens } from '../compile/agent-lens.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { planWithReport } from '../compile/plan/plan-with-report.ts'
import { withDiagnostics } from '../compile/report/with-diagnostics.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { prefixChanged, storageFailed, storageUnused } from '../diag/plan.ts'
import type { Effects } from '../effect/handler.ts'
import type { Plan } from '../ir/plan.ts'
import type { Program } from '../program/program.ts'
import { readProgram } from '../program/read-program.ts'
import { contentJson } from '../session/content-json.ts'
import type { Owner } from '../session/owner.ts'
import type { Session } from '../session/session.ts'
import { digest } from '../text/digest.ts'
import { toJson } from '../text/json.ts'
import type { ConversationStorage } from './conversation-storage.ts'
import { digestSessionBeginnings, type EventDigest } from './event-digests.ts'
import { insertRecordedEvents } from './interleaved.ts'
import { defaultStorageTimeout, JsonStorage } from './json-storage.ts'
import { type LaterOptions, LaterOutcomes } from './later-outcomes.ts'
import { storagePrefix } from './storage-key.ts'
import { StoredThread } from './stored-thread.ts'
import { ThreadCache, type ThreadPlace } from './thread-cache.ts'
import { type FoundThread, startInMemory, startInStorage, withMore } from './thread-start.ts'
import { unnumberedMemories } from './unnumbered-memories.ts'

/** Compiled call of a model, with the data that an adapter needs about its conversation. */
export interface Threaded {
  readonly compiled: Compiled
  /**
   * Session that was compiled: the caller's messages, and the events that earlier model calls of the conversation
   * added.
   */
  readonly session: Session
  /** Returns the index of the message that an event came from; null for a recorded event. */
  readonly placeOf: (seq: number) => number | null
  /** Does the work that the compile leaves for later; null if the next call could not recognize the conversation. */
  readonly resolveLater: ResolveLater | null
  /** Records the input tokens that the provider reported, for the next calls; null if they could not use them. */
  readonly noteUsage: NoteUsage | null
  /** View of the session for the agent (lens), without the values that its model may not see. */
  readonly lens: AgentLens
  /** Plan of the previous call; null if none is known. */
  readonly before: Plan | null
  /** Note about the previous call from the storage; null if there is none. */
  readonly note: string | null
}

/** Names of a call's conversation and owner in a storage, and the function that writes the note for the next call. */
export interface CallNaming {
  /** Id of the conversation; without it the storage is not used. */
  readonly id?: string | undefined
  /** Owner of the conversation; without it, the owner whose memories are searched. */
  readonly owner?: Owner | undefined
  /** Reports of the adapter on this call. */
  readonly reports?: readonly Diagnostic[]
  /** Returns the note for the next call, given the result of this call and the note about the previous call. */
  readonly noteOf?: (compiled: Compiled, before: string | null) => string
}

/** Does the work that a compile leaves for later. The promise is never rejected, even if a handler fails. */
export type ResolveLater = (effects: Effects, options?: LaterOptions) => Promise<void>

/** Records the reported input tokens of a call. The promise is never rejected, even if the storage fails. */
export type NoteUsage = (inputTokens: number) => Promise<void>

/**
 * Conversations that are sent again for each call, each time with more messages at the end. A conversation is
 * identified by the content of all its events, and by its owner and id if a call names them, so two conversations are
 * never confused, and changed events are read again. A call continues with the plan and the kept objects of the previous
 * call, and with the events that earlier calls recorded. No message is kept between two calls.
 */
export class Threads {
  private readonly places: ThreadCache
  /** Storage of conversations that all processes share; null if the app gives none. */
  private readonly storage: JsonStorage | null

  constructor({
    calls = limits.calls,
    working = limits.working,
    storage,
    storageTimeout = defaultStorageTimeout,
  }: ThreadOptions = {}) {
    this.places = new ThreadCache(calls, working)
    this.storage = storage === undefined ? null : new JsonStorage(storage, storageTimeout)
  }

  async compile(
    program: Program,
    options: CompileOptions,
    { id, owner = options.owner, reports = [], noteOf }: CallNaming = {},
  ): Promise<Threaded> {
    const marks = digestSessionBeginnings(program.session)
    const policy = policyOf(program.agent)
    const scope = policy + scopeOf(owner, id)
    const beginning = prefixSettingsDigest(program.agent, options)
    const declared = contentJson([program.agent, program.format])
    const end = marks[program.session.length - 1]
    const thread =
      this.storage === null || id === undefined || end === undefined
        ? null
        : await StoredThread.open(
            { storage: this.storage, key: storagePrefix({ owner, conversation: id }) + policy, marks },
            options.signal,
          )
    const found = this.find(marks, scope, beginning)
    const start = thread === null ? startInMemory(found) : startInStorage(thread, found, marks, beginning)
    const work = start.place === null ? null : this.places.take(start.place)
    // A repeated compile of the same list counts as the same call.
    const isSameCall = thread === null && found?.length === program.session.length
    const later = isSameCall ? found.place.later : new LaterOutcomes()
    const { session: whole, ownSeq } = insertRecordedEvents(program.session, start.recorded)
    // The session gets its own computed state (fold), because the caller's session may grow in another way elsewhere,
    // for example in another compiler.
    const session = whole.foldedOn(work?.units)
    const { before, renamed } = start
    const same = declared !== null && !renamed && work?.declared === declared && work.makers === start.makers
    const compiler = same ? work.compiler : new AgentCompiler(readProgram(program), protectOf(options))
    const compiled = await compiler.compile(session, { ...withUnnumberedMemories(options), plan: before })
    // The events are appended before the model's answer, as in a loop that keeps its own session.
    const longer = compiled.events.length === 0 ? session : session.append(...compiled.events)
    let noteUsage: NoteUsage | null = null
    if (compiled.ok && compiled.plan !== null && end !== undefined) {
      const { plan } = compiled
      const recorded = withMore(start.recorded, program.session.length, compiled.events)
      const isOpen = thread === null && !isSameCall && compiled.wants.length > 0
      const place: ThreadPlace = {
        ...{ plan, recorded, later, call: thread?.now ?? null },
        ids: end.ids,
        open: isOpen ? [...start.open, { later, recorded: 0 }] : start.open,
        work: { declared, makers: end.makers, compiler, units: longer.units },
      }
      this.places.storePlace([end.content + scope, end.content + scope + beginning], place)
      const note = thread === null ? undefined : noteOf?.(compiled, start.note)
      const left = { plan, beginning, ...(note !== undefined && { note }) }
      await thread?.storeCallEnd(recorded, left, compiled, options.signal)
      noteUsage = async inputTokens => {
        const reported = planWithReport(place.plan, compiled.model, inputTokens)
        if (reported === place.plan) return
        place.plan = reported
        await thread?.storeReport(plan, reported)
      }
    }
    const lens = compiler.agentLensOf(program.agent.name, longer)
    const { leading = 0 } = program
    const placeOf = (seq: number): number | null => {
      const own = seq < session.length ? ownSeq(seq) : null
      return own === null ? null : own + leading
    }
    const said = this.withReports(renamed ? addRenamedDiagnostic(compiled) : compiled, id, reports)
    // If the next call cannot recognize the list, outcomes would be lost, so the work is not done.
    const isKept = compiled.ok && end !== undefined
    const resolveLater: ResolveLater = (effects, options = {}) =>
      thread === null
        ? later.resolve(compiled, start.open, { effects, ...options })
        : thread.resolve(compiled, { effects, ...options })
    return {
      ...{ compiled: said, session: longer, placeOf, lens, before, note: start.note },
      resolveLater: isKept ? resolveLater : null,
      noteUsage,
    }
  }

  /**
   * Returns the place of the last call with the same events and the same request prefix. If there is none, returns the
   * place of the longest earlier call that has new events after it, whatever its request prefix. Agents with different
   * policies share no places, because they may see different messages. Neither do named conversations, because each
   * recalls its own memories.
   */
  private find(marks: readonly EventDigest[], scope: string, beginning: string): FoundThread | undefined {
    for (const [at, mark] of [...marks.entries()].toReversed()) {
      const place = this.places.at(mark.content + scope + beginning)
      if (place) return { place, mark, length: at + 1 }
    }
    for (const [at, mark] of [...marks.slice(0, -1).entries()].toReversed()) {
      const place = this.places.at(mark.content + scope)
      if (place) return { place, mark, length: at + 1 }
    }
    return undefined
  }

  private withReports(compiled: Compiled, id: string | undefined, reports: readonly Diagnostic[]): Compiled {
    const { storage } = this
    const failures = storage?.takeFailures().map(storageFailed) ?? []
    const unused = storage !== null && id === undefined ? [storageUnused()] : []
    const all = [...failures, ...unused, ...reports]
    return all.length === 0 ? compiled : withDiagnostics(compiled, [...compiled.diagnostics, ...all])
  }
}

const withUnnumberedMemories = (options: CompileOptions): CompileOptions =>
  options.memory === undefined
    ? options
    : { ...options, memory: unnumberedMemories(options.memory, options.protect) }

const protectOf = ({ protect }: CompileOptions): CompileOptions => (protect === undefined ? {} : { protect })

/**
 * Adds a diagnostic about earlier items whose ids changed. It is added only if ids are sent and no other change of the
 * prefix is reported.
 */
function addRenamedDiagnostic(compiled: Compiled): Compiled {
  const { ok, target, diagnostics, tokens } = compiled
  if (!ok || target !== 'openai' || diagnostics.some(({ code }) => code === 'CX5001')) return compiled
  const said = prefixChanged([{ kind: 'ids', why: 'framework', units: [] }], tokens.input)
  return withDiagnostics(compiled, [...diagnostics, said])
}

/** Options for recognizing conversations. */
export interface ThreadOptions {
  readonly calls?: number
  readonly working?: number
  /** Storage that keeps the conversations for other processes, and after a restart. */
  readonly storage?: ConversationStorage | undefined
  readonly storageTimeout?: number | undefined
}

/** Maximum numbers: calls whose plans are kept, and conversations whose compiler and other objects are kept. */
const limits = { calls: 4_000, working: 100 }

/** Returns a digest of the settings that decide which messages an agent sees, except functions in its policy. */
const policyOf = ({ context, includeContents }: Agent): string =>
  digest(contentJson([context, includeContents]) ?? '')

/** Returns a digest of the owner and the id of a conversation; an empty text if a call names neither. */
const scopeOf = (owner: Owner | undefined, id: string | undefined): string =>
  owner === undefined && id === undefined ? '' : digest(toJson([owner?.app, owner?.user, id]))

/** Returns a digest of the inputs, besides the session, that determine a request's prefix. */
const prefixSettingsDigest = (agent: Agent, { target, model }: CompileOptions): string =>
  digest(toJson([target, model ?? agent.model, agent.staticInstruction, agent.tools, agent.outputSchema]))
