import { emptyConversation } from '../diag/target.ts'
import { atOnce, type CoreRun, drive, type Round } from '../effect/drive.ts'
import { Wanted } from '../effect/wanted.ts'
import type { Extra } from '../ir/extra.ts'
import { isTargetName, type TargetName } from '../ir/target-name.ts'
import { type AgentFor, agentFor } from '../program/agent-for.ts'
import { agentIn } from '../program/graph.ts'
import { nextIn } from '../program/next-in.ts'
import { modelOf, type Placed } from '../program/placed.ts'
import type { Declared } from '../program/program.ts'
import { type Declaration, readProgram } from '../program/read-program.ts'
import { seenBy } from '../program/seen-by.ts'
import { assertSession } from '../session/assert-session.ts'
import type { Session } from '../session/session.ts'
import { inferTarget } from '../target/infer.ts'
import { loadTarget } from '../target/load.ts'
import type { Target } from '../target/target.ts'
import { nextAgent } from './contract/answer-author.ts'
import { assertOptions } from './contract/assert-options.ts'
import type { Calibrated } from './contract/calibrated.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'
import type { Setup } from './contract/setup.ts'
import { type Core, compileCore } from './core.ts'
import { type Guarded, Guards } from './guards.ts'
import { intactPlan } from './plan/read-plan.ts'
import { adoptedFactor, calibratedBy } from './plan/usage.ts'
import { memoOf, Preparations, type Prepared } from './preparations.ts'
import { needsMemories, nothingRecalled, type Recalled, recall } from './recall/recall.ts'
import { protectedBy } from './resolve/protected.ts'
import { needsProviders, type Provided, provide } from './resolve/provide.ts'
import { resolve } from './resolve/resolve.ts'
import type { ReadySummaries } from './summary/ready.ts'
import { withoutTarget } from './without-target.ts'

/** Compiler of a program, which keeps the work of earlier compiles. `compile` makes one for a single use. */
export class AgentCompiler {
  private readonly program: Declaration
  private readonly options: CompileOptions
  private readonly preparations = new Preparations()
  private readonly guards: Guards

  constructor(program: Declared, options: CompileOptions) {
    this.program = readProgram(program)
    this.guards = new Guards(this.program.graph)
    assertOptions(options)
    this.options = options
  }

  async compile(session: Session, overrides: CompileOptions = {}): Promise<Compiled> {
    const options = this.optionsOf(session, overrides)
    const first = await this.compileOnce(session, options, none)
    if (first.summaries === null) return first.compiled
    const { events, diagnostics } = first.summaries
    // A caller appends these first, so the places that the plan names are theirs.
    const added = [...events, ...first.compiled.events]
    return (await this.compileOnce(session.append(...added), options, { events: added, diagnostics }))
      .compiled
  }

  private async compileOnce(session: Session, options: CompileOptions, added: ReadySummaries): Promise<Core> {
    const found = agentFor(this.program, session, options.agent)
    const { placed } = found
    const { agent, root } = placed
    const guarded = this.guards.protect(placed, session, options)
    const seen = seenBy(this.program, guarded.session, placed, options.run?.branch)
    const provided = needsProviders(agent, root) ? await provide(placed, seen, options) : {}
    const recalled = needsMemories(agent) ? await recall(agent, seen, options) : nothingRecalled
    const name = this.targetOf(placed, options)
    // A loaded target is returned at once, so that this does not wait.
    const loading = name === null ? null : loadTarget(name)
    const target = loading instanceof Promise ? await loading : loading
    return drive(options, round =>
      this.compileFor(found, guarded, options, { provided, recalled, target, seen, added }, round),
    )
  }

  /** Compiles synchronously, for a loaded target and an agent without instruction functions. */
  run(target: Target<never>, session: Session, overrides: CompileOptions = {}): Compiled {
    const options = this.optionsOf(session, overrides)
    const found = agentFor(this.program, session, options.agent)
    const guarded = this.guards.protect(found.placed, session, options)
    const seen = seenBy(this.program, guarded.session, found.placed, options.run?.branch)
    const ready = { provided: {}, recalled: nothingRecalled, target, seen, added: none }
    return this.compileFor(found, guarded, options, ready, atOnce()).result.compiled
  }

  /** Returns the session as an agent may see it, with the guard of its requests; null if nothing is protected. */
  guarded(name: string, session: Session): Guarded {
    return this.guards.protect(agentIn(this.program.graph, name), session, this.options)
  }

  /** Returns the session as somebody outside may see it, with its guard. */
  shown(session: Session): Guarded {
    return this.guards.protectFromAll(session, this.options)
  }

  clear(): void {
    this.preparations.clear()
    this.guards.clear()
  }

  private optionsOf(session: Session, overrides: CompileOptions): CompileOptions {
    assertSession(session, 'compile')
    assertOptions(overrides)
    const options = copyOf({ ...this.options, ...given(overrides) })
    if ((options.memory === undefined) !== (options.owner === undefined))
      throw new TypeError('memory and owner are given together: whose memories are searched')
    return options
  }

  /** Returns the name of the target that an agent is compiled for; null if it is unknown. */
  private targetOf(placed: Placed, options: CompileOptions): TargetName | null {
    const { graph, format } = this.program
    // An imported model keeps the format of its request.
    const asked = options.model ?? (isTargetName(format) ? null : (modelOf(graph, placed) ?? null))
    return options.target ?? inferTarget(asked, format)
  }

  private compileFor(
    { placed, failed }: AgentFor,
    { session, guard }: Guarded,
    { plan, ...options }: CompileOptions,
    { provided, recalled, target, seen, added }: Ready,
    round: Round<Core>,
  ): CoreRun<Core> {
    const { graph, member, format, inferred } = this.program
    const next = () => nextIn(member, graph, session)
    const from = { imported: format !== null, provided, recalled: recalled.found, inferred }
    const resolved = protectedBy(guard, resolve(graph, placed, seen, options, from))
    const before = [
      ...added.diagnostics,
      ...recalled.diagnostics,
      ...failed,
      ...this.program.diagnostics,
      ...resolved.diagnostics,
    ]
    const { agent, sight } = resolved
    const model = options.model ?? agent.model ?? null
    const calibrated = calibratedBy(intactPlan(plan), {
      session,
      agent: agent.name,
      branch: sight.branch,
      model,
    })
    const first = this.preparations.of(placed, resolved, options, target, calibrated.factor)
    if (first.setup === null)
      return {
        result: {
          compiled: withoutTarget(session, {
            agent: nextAgent(agent, sight),
            next: next(),
            model,
            plan: plan ?? null,
            before,
          }),
          summaries: null,
        },
        wants: [],
      }
    const { rows } = session.units
    const isEmpty = rows.length === rows.hidden && resolved.beside.texts.length === 0
    const empty = isEmpty && !isHeldElsewhere(resolved.agent.extra) ? [emptyConversation()] : []
    const { effects: handlers = {} } = options
    const { before: earlier, ...asked } = round
    const run = (prepared: Prepared, setup: Setup, { factor, reports }: Calibrated): CoreRun<Core> => {
      const memo = memoOf(prepared, setup, seen)
      const wants = new Wanted({
        ...asked,
        handlers,
        known: session.units.outcomes,
        keys: memo.keys,
        added: [...added.events, ...recalled.events],
      })
      const result = compileCore(
        { ...setup, diagnostics: [...before, ...empty, ...setup.diagnostics] },
        memo.read(seen),
        memo,
        {
          ...{ plan, wants, sources: resolved.beside, before: earlier?.compiled.work ?? null, next },
          calibrated: { factor, reports },
        },
      )
      return { result, wants: [...wants.pending.values()] }
    }
    const made = run(first, first.setup, calibrated)
    const factor = adoptedFactor(calibrated, model, made.result.compiled, plan)
    if (factor === undefined) return made
    const again = this.preparations.of(placed, resolved, options, target, factor)
    return again.setup === null ? made : run(again, again.setup, { ...calibrated, factor })
  }
}

/** Fields of requests whose messages are stored by the provider. */
const serverHeld = ['previous_response_id', 'conversation', 'prompt', 'cachedContent']

const isHeldElsewhere = (extra: Extra | undefined): boolean =>
  serverHeld.some(field => extra?.fields[field] !== undefined)

/** Results of the async steps before a compile. */
interface Ready {
  readonly provided: Provided
  readonly recalled: Recalled
  /** The loaded target; null if none is known. */
  readonly target: Target<never> | null
  /** The session with the state that the agent reads. */
  readonly seen: Session
  /** Events that were appended to the session for this compile. */
  readonly added: ReadySummaries
}

const none: ReadySummaries = { events: [], diagnostics: [] }

/** Copies options, so that later changes in place are noticed and do not affect a pending compile. */
const copyOf = ({ budget, cache, ...options }: CompileOptions): CompileOptions => ({
  ...options,
  ...(budget !== undefined && { budget: typeof budget === 'object' ? { ...budget } : budget }),
  ...(cache !== undefined && { cache: typeof cache === 'object' ? { ...cache } : cache }),
})

/** Returns options without undefined values. */
const given = (options: CompileOptions): CompileOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
