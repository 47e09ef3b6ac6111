import type { Diagnostic } from '../diag/diagnostic.ts'
import { emptyConversation } from '../diag/target.ts'
import { atOnce, type CoreRun, drive, type Round } from '../effect/drive.ts'
import { Wanted } from '../effect/wanted.ts'
import type { EventInput } from '../ir/event.ts'
import { isTargetName, type TargetName } from '../ir/target-name.ts'
import { type AgentFor, agentFor } from '../program/agent-for.ts'
import { agentIn } from '../program/graph.ts'
import { nextIn } from '../program/next-in.ts'
import { modelOf, type Placed } from '../program/placed.ts'
import type { Declared } from '../program/program.ts'
import { type Declaration, readProgram } from '../program/read-program.ts'
import { seenBy } from '../program/seen-by.ts'
import { detectLater } from '../protect/detect-later.ts'
import type { Guard } from '../protect/protection.ts'
import type { RemoveValues } from '../protect/remove-values.ts'
import { assertSession } from '../session/assert-session.ts'
import { sealEvents } from '../session/events.ts'
import type { Session } from '../session/session.ts'
import type { Target } from '../target/target.ts'
import { inferTarget } from '../vendor/infer.ts'
import { loadTarget } from '../vendor/load.ts'
import { type Attempt, type Beginning, neededSeqs, none, type Ready } from './attempt.ts'
import { nextAgent } from './contract/answer-author.ts'
import { assertMemoryOwner, assertOptions } from './contract/assert-options.ts'
import type { Calibrated } from './contract/calibrated.ts'
import { copyOf, given } from './contract/copy-options.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'
import type { Setup } from './contract/setup.ts'
import { type Core, compileCore } from './core.ts'
import { type Guarded, Guards } from './guards.ts'
import { isHeldElsewhere } from './held-elsewhere.ts'
import { intactPlan } from './plan/read-plan.ts'
import { adoptedFactor, calibratedBy } from './plan/usage.ts'
import { memoOf, Preparations, type Prepared } from './preparations.ts'
import { withSafeMemories, withSafeQueries } from './recall/protected.ts'
import { needsMemories, nothingRecalled, recall } from './recall/recall.ts'
import { rulesBy } from './remember/after-answer.ts'
import { noteProtected } from './report/protected-session.ts'
import { fenced } from './resolve/fenced.ts'
import { protectedBy, withoutValues } from './resolve/protected.ts'
import { protectionsOf } from './resolve/protections-of.ts'
import { needsProviders, type Provided, provide } from './resolve/provide.ts'
import { type Resolved, resolve } from './resolve/resolve.ts'
import { validation, withRepetition } from './resolve/validated.ts'
import { seesOf } from './sees.ts'
import { hidesSpeakers } from './summary/hides-speakers.ts'
import type { ReadySummaries } from './summary/ready.ts'
import { withoutTarget } from './without-target.ts'

/** Compiler of a program, which keeps the work of earlier compiles. `compile` makes one for a single use. */
export class AgentCompiler {
  private readonly program: Declaration
  private readonly options: CompileOptions
  private readonly preparations = new Preparations()
  private readonly guards: Guards
  /** Whether some agent of the program does not see all speakers. */
  private readonly speakersApart: boolean

  constructor(program: Declared, options: CompileOptions) {
    this.program = readProgram(program)
    this.guards = new Guards(this.program.graph)
    assertOptions(options)
    this.options = options
    this.speakersApart = [...this.program.graph.agents.values()].some(({ agent }) => hidesSpeakers(agent))
  }

  async compile(session: Session, overrides: CompileOptions = {}): Promise<Compiled> {
    const options = this.optionsOf(session, overrides)
    let added = none
    let known: Provided | null = null
    for (let round = 1; ; round++) {
      const isLast = round === mostRounds
      const { core, guard, provided }: Attempt = await this.attempt(session, options, {
        added,
        known,
        isLast,
      })
      known = provided
      const more = isLast ? none : (core?.summaries ?? (await this.foundBy(guard, options)))
      if (core !== null && more === none) return core.compiled
      // Nobody waits any more for what the session is to be compiled with.
      if (more === none) round = mostRounds - 1
      const fresh = core?.compiled.events.slice(added.events.length) ?? []
      // A caller appends these first, so the places that the plan names are theirs.
      const events = sealEvents([...more.events, ...fresh])
      if (events.length > 0) session = session.append(...events)
      added = {
        events: [...added.events, ...events],
        diagnostics: [...added.diagnostics, ...more.diagnostics],
      }
    }
  }

  /** Lets detectors look at what they were not asked about yet, and returns their finds as events. */
  private async foundBy(
    guard: Guard | null,
    { signal = new AbortController().signal, effects }: CompileOptions,
  ): Promise<ReadySummaries> {
    if (guard === null || guard.asked.length === 0) return none
    const events = await detectLater(guard.asked, signal, effects?.concurrency)
    return events.length === 0 ? none : { events, diagnostics: [] }
  }

  /** Compiles once, unless detectors are still to look at the session and somebody waits for them. */
  private async attempt(
    session: Session,
    options: CompileOptions,
    { added, known, isLast }: Beginning,
  ): Promise<Attempt> {
    const found = agentFor(this.program, session, options.agent)
    const { placed } = found
    const { agent, root } = placed
    const guarded = this.guards.protect(placed, session, options)
    const { guard } = guarded
    const seen = seenBy(this.program, guarded.session, placed, options.run?.branch)
    const asking = withSafeQueries(agent, guard)
    // Functions are called once, however often one compile begins again.
    const provided = known ?? (needsProviders(agent, root) ? await provide(placed, seen, options) : {})
    if (!isLast && guard !== null && guard.asked.length > 0) {
      // Detectors look at the declarations at the same time.
      this.resolved(found, guarded, options, { provided, recalled: nothingRecalled, seen })
      return { core: null, guard, provided }
    }
    const findings = validation(this.program, placed, { session, guard }, options)
    const recalled = needsMemories(agent)
      ? withSafeMemories(await recall(asking, seen, options), guard)
      : nothingRecalled
    const name = this.targetOf(placed, options)
    // A loaded target is returned at once, so that this does not wait.
    const loading = name === null ? null : loadTarget(name)
    const target = loading instanceof Promise ? await loading : loading
    const core = await drive<Core>(options, round =>
      this.compileFor(found, guarded, options, { provided, recalled, target, seen, added, findings }, round),
    )
    if (guard !== null) noteProtected(core.compiled, guarded.session)
    return { core, guard, provided }
  }

  /** Compiles synchronously, for a loaded target and an agent without instruction functions. */
  run(target: Target<never>, session: Session, overrides: CompileOptions = {}): Compiled {
    const options = this.optionsOf(session, overrides)
    const found = agentFor(this.program, session, options.agent)
    const guarded = this.guards.protect(found.placed, session, options)
    const seen = seenBy(this.program, guarded.session, found.placed, options.run?.branch)
    const findings = validation(this.program, found.placed, { ...guarded, session }, options)
    const ready = { provided: {}, recalled: nothingRecalled, target, seen, added: none, findings }
    const { compiled } = this.compileFor(found, guarded, options, ready, atOnce()).result
    return guarded.guard === null ? compiled : noteProtected(compiled, guarded.session)
  }

  /** Returns the session as an agent may see it, with the guard of its requests; null if nothing is protected. */
  guarded(name: string, session: Session): Guarded {
    return this.guards.protect(agentIn(this.program.graph, name), session, this.options)
  }

  /** Returns finds of detectors that answer later, for what an agent may see, as events to append. */
  async detected(name: string, session: Session, signal: AbortSignal): Promise<readonly EventInput[]> {
    const { guard } = this.guarded(name, session)
    // Detectors look at the tasks of what is remembered too.
    rulesBy(guard, agentIn(this.program.graph, name).agent.remember ?? [])
    const { events } = await this.foundBy(guard, { ...this.options, signal })
    return events
  }

  /** Returns the session as somebody outside may see it, with its guard. */
  shown(session: Session): Guarded {
    return this.guards.protectFromAll(session, this.options)
  }

  /** Returns a function that replaces values in events before they are stored; null if nobody asks for it. */
  remover(): RemoveValues | null {
    return this.guards.remover(this.options)
  }

  clear(): void {
    this.preparations.clear()
    this.guards.clear()
  }

  private optionsOf(session: Session, overrides: CompileOptions): CompileOptions {
    assertSession(session, 'compile')
    assertOptions(overrides)
    const options = copyOf({ ...this.options, ...given(overrides) })
    assertMemoryOwner(options)
    return options
  }

  /** Returns the name of the target that an agent is compiled for; null if it is unknown. */
  private targetOf(placed: Placed, options: CompileOptions): TargetName | null {
    const { graph, format } = this.program
    // An imported model keeps the format of its request.
    const asked = options.model ?? (isTargetName(format) ? null : (modelOf(graph, placed) ?? null))
    return options.target ?? inferTarget(asked, format)
  }

  /** Returns the agent with what depends on the session and the options, without protected values. */
  private resolved(
    { placed }: AgentFor,
    { guard }: Guarded,
    options: CompileOptions,
    { provided, recalled, seen }: Pick<Ready, 'provided' | 'recalled' | 'seen'>,
  ): Resolved {
    const { graph, format, inferred } = this.program
    const from = { imported: format !== null, provided, recalled: recalled.found, inferred }
    const resolved = protectedBy(guard, resolve(graph, placed, seen, options, from), recalled.found)
    // Marks come last: they would hide values of several words from detectors.
    return fenced(protectionsOf(placed, options), resolved)
  }

  private compileFor(
    { placed, failed }: AgentFor,
    { session, guard }: Guarded,
    { plan, ...options }: CompileOptions,
    { provided, recalled, target, seen, added, findings }: Ready,
    round: Round<Core>,
  ): CoreRun<Core> {
    const { graph, member } = this.program
    const next = () => nextIn(member, graph, session)
    const resolved = this.resolved({ placed, failed }, { session, guard }, options, {
      provided,
      recalled,
      seen,
    })
    const before = [
      ...added.diagnostics,
      ...recalled.diagnostics,
      ...failed,
      ...this.program.diagnostics,
      ...resolved.diagnostics,
      ...findings(seesOf(seen, resolved, options.now ?? null)),
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
            before: withoutValues([...before, ...(guard?.diagnostics(null) ?? [])], guard),
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
    let reported: readonly Diagnostic[] | null = null
    const run = (prepared: Prepared, setup: Setup, { factor, reports }: Calibrated): CoreRun<Core> => {
      const memo = memoOf(prepared, setup, seen)
      const wants = new Wanted({
        ...asked,
        handlers,
        known: session.units.outcomes,
        keys: memo.keys,
        added: [...added.events, ...recalled.events],
      })
      const reading = memo.read(seen, options.now ?? null)
      reported ??= guard?.diagnostics(neededSeqs(reading.session)) ?? []
      const result = compileCore(
        { ...setup, diagnostics: [...before, ...reported, ...empty, ...setup.diagnostics] },
        reading,
        memo,
        {
          ...{ plan, wants, sources: resolved.beside, before: earlier?.compiled.work ?? null, next },
          calibrated: { factor, reports },
          speakersApart: this.speakersApart,
          reported: diagnostics => withoutValues(diagnostics, guard),
          now: options.now ?? null,
        },
      )
      const compiled = withRepetition(protectionsOf(placed, options), agent.name, result.compiled)
      return { result: { ...result, compiled }, wants: [...wants.pending.values()] }
    }
    const made = run(first, first.setup, calibrated)
    const factor = adoptedFactor(calibrated, model, made.result.compiled, plan)
    if (factor === undefined) return made
    const again = this.preparations.of(placed, resolved, options, target, factor)
    return again.setup === null ? made : run(again, again.setup, { ...calibrated, factor })
  }
}

/** Most times that one compile begins again: for finds in the session, in declarations, and for summaries. */
const mostRounds = 8
