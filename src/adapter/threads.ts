import type { Agent } from '../agent/agent.ts'
import { AgentCompiler } from '../compile/compiler.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Plan } from '../compile/contract/plan.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { withDiagnostics } from '../compile/report/with-diagnostics.ts'
import { prefixChanged } from '../diag/plan.ts'
import type { Program } from '../program/program.ts'
import type { Session } from '../session/session.ts'
import { digest } from '../text/digest.ts'
import { toJson } from '../text/json.ts'
import { contentJson, type EventDigest, marksOf } from './event-digests.ts'
import { ThreadCache, type ThreadPlace } from './thread-cache.ts'

/** One call of a model, compiled. */
export interface Threaded {
  readonly compiled: Compiled
  /** The session that it was compiled from. */
  readonly session: Session
  /** The plan of the call before; null where none is known. */
  readonly before: Plan | null
}

/** A place that a conversation passed, and its mark as it is now. */
interface Found {
  readonly place: ThreadPlace
  readonly mark: EventDigest
}

/**
 * Conversations that come again and again, each time with more behind what was there. One is known by what its events
 * hold, every one of them, so that none is ever taken for another and what was changed is read anew. Where a call ended,
 * the next one takes up its plan and its work. No message is held between two calls.
 */
export class Threads {
  private readonly places: ThreadCache

  constructor({ calls, working }: { readonly calls: number; readonly working: number } = limits) {
    this.places = new ThreadCache(calls, working)
  }

  async compile(program: Program, options: CompileOptions): Promise<Threaded> {
    const marks = marksOf(program.session)
    const beginning = beginningOf(program.agent, options)
    const declared = contentJson([program.agent, program.format])
    const found = this.find(marks, beginning)
    const work = found === undefined ? null : this.places.take(found.place)
    const session = work === null ? program.session : program.session.foldedOn(work.units)
    const renamed = found !== undefined && found.place.ids !== found.mark.ids
    const same =
      declared !== null && !renamed && work?.declared === declared && work.makers === found?.mark.makers
    const compiler = same ? work.compiler : new AgentCompiler(program, {})
    const before = found?.place.plan ?? null
    const compiled = await compiler.compile(session, { ...options, plan: before })
    const end = marks[session.length - 1]
    if (compiled.ok && compiled.plan !== null && end !== undefined)
      this.places.leave([end.content, end.content + beginning], {
        plan: compiled.plan,
        ids: end.ids,
        work: { declared, makers: end.makers, compiler, units: session.units },
      })
    return { compiled: renamed ? withRenamed(compiled) : compiled, session, before }
  }

  /** Finds where the last call ended that began as this one will; else the last call that events now follow. */
  private find(marks: readonly EventDigest[], beginning: string): Found | undefined {
    for (const mark of marks.toReversed()) {
      const place = this.places.at(mark.content + beginning)
      if (place) return { place, mark }
    }
    for (const mark of marks.slice(0, -1).toReversed()) {
      const place = this.places.at(mark.content)
      if (place) return { place, mark }
    }
    return undefined
  }
}

/** A compile that reports that ids of earlier items are others now, where ids are sent and nothing else is reported. */
function withRenamed(compiled: Compiled): Compiled {
  const { ok, target, diagnostics, tokens } = compiled
  if (!ok || target !== 'openai' || diagnostics.some(({ code }) => code === 'CX5001')) return compiled
  const said = prefixChanged([{ kind: 'ids', why: 'framework', units: [] }], tokens.input)
  return withDiagnostics(compiled, [...diagnostics, said])
}

/** The plans of so many calls are kept, and the work of so many conversations. */
const limits = { calls: 4_000, working: 100 }

/** Digests what the beginning of a request depends on beside the session; other settings do not change it. */
const beginningOf = (agent: Agent, { target, model }: CompileOptions): string =>
  digest(toJson([target, model ?? agent.model, agent.staticInstruction, agent.tools, agent.outputSchema]))
