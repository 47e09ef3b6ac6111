import { emptyConversation } from '../diag/target.ts'
import { atOnce, type CoreRun, drive, type Round } from '../effect/drive.ts'
import { Wanted } from '../effect/wanted.ts'
import type { Extra } from '../ir/extra.ts'
import type { FormatName } from '../ir/format-name.ts'
import { isTargetName, type TargetName } from '../ir/target-name.ts'
import { type AgentFor, agentFor } from '../program/agent-for.ts'
import { nextIn } from '../program/next-in.ts'
import { modelOf, type Placed } from '../program/placed.ts'
import type { Declared } from '../program/program.ts'
import { type Declaration, readProgram } from '../program/read-program.ts'
import { seenBy } from '../program/seen-by.ts'
import type { Guard, Protection } from '../protect/protection.ts'
import { assertSession } from '../session/assert-session.ts'
import type { Session } from '../session/session.ts'
import { routed } from '../session/unit/sight.ts'
import type { UnitFold } from '../session/unit/unit-fold.ts'
import { inferTarget } from '../target/infer.ts'
import { loadTarget } from '../target/load.ts'
import type { Target } from '../target/target.ts'
import { toJson } from '../text/json.ts'
import { nextAgent } from './contract/answer-author.ts'
import { assertOptions } from './contract/assert-options.ts'
import type { Calibrated } from './contract/calibrated.ts'
import type { OptionsFor, RequestFor } from './contract/infer.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'
import type { Setup } from './contract/setup.ts'
import { compileCore } from './core.ts'
import { Memo } from './memo.ts'
import { intactPlan } from './plan/read-plan.ts'
import { adoptedFactor, calibratedBy } from './plan/usage.ts'
import { protectedBy } from './resolve/protected.ts'
import { needsProviders, type Provided, provide } from './resolve/provide.ts'
import { type Resolved, resolve } from './resolve/resolve.ts'
import { setUp } from './setup.ts'
import { withoutTarget } from './without-target.ts'

/** Options that may differ between calls of a compiler. Another target or model needs another compiler. */
export type CallOptions = Omit<CompileOptions, 'target' | 'model'> & {
  readonly target?: never
  readonly model?: never
}

/** Compiler for the calls of an agent loop. */
export interface Compiler<Request> {
  /**
   * Compiles a session. `overrides` take precedence over the compiler's own options. Work for earlier versions of the
   * session is reused, so that the cost follows the appended events and the budget, not the whole history. The result
   * equals that of `compile` with the same session, options and plan. Requests of one compiler share messages, so do
   * not change them.
   */
  compile(session: Session, overrides?: CallOptions): Promise<Compiled<Request>>
  /** Clears everything that is cached for sessions. */
  clear(): void
}

/**
 * Creates a compiler for the calls of one agent loop. It caches written messages, which never changes a result. Pass
 * the plan of each compile to the next one, so that the requests share a prefix.
 *
 * Throws a TypeError for malformed declarations or options; no content of a session makes it throw. The first compile
 * imports the target's code, and rejects if that import fails.
 *
 * @example
 * import { createCompiler, createSession } from 'ctxc'
 *
 * const compiler = createCompiler({ agent: { name: 'helper' } }, { model: 'gpt-5.4', budget: 16_000 })
 * let session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
 * const first = await compiler.compile(session)
 * session = session.append({ author: 'helper', text: 'Hi.' }, { author: 'user', text: 'What is the weather?' })
 * const second = await compiler.compile(session, { plan: first.plan })
 * console.log(second.work.unitsVisited) // 2: the first unit was written before
 */
export function createCompiler<
  Format extends FormatName | undefined = undefined,
  const Target extends TargetName | undefined = undefined,
  const Model extends string | undefined = undefined,
>(
  program: Declared<Format>,
  options?: OptionsFor<Target, Model>,
): Compiler<RequestFor<Format, Target, Model>> {
  const compiler = new AgentCompiler(program, (options ?? {}) as CompileOptions)
  const same: Compiler<unknown> = {
    compile: async (session, overrides) => {
      if (overrides?.target !== undefined || overrides?.model !== undefined)
        throw new TypeError(
          'target and model are options of createCompiler: make another compiler for others',
        )
      return compiler.compile(session, overrides)
    },
    clear: () => compiler.clear(),
  }
  return same as Compiler<RequestFor<Format, Target, Model>>
}

/** Compiler of a program, which keeps the work of earlier compiles. `compile` makes one for a single use. */
export class AgentCompiler {
  private readonly program: Declaration
  private readonly options: CompileOptions
  /** The latest preparation of each agent, by name. */
  private prepared = new Map<string, Prepared>()
  /** The latest guard of each agent, by name. */
  private readonly guards = new Map<string, KnownGuard>()

  constructor(program: Declared, options: CompileOptions) {
    this.program = readProgram(program)
    assertOptions(options)
    this.options = options
  }

  async compile(session: Session, overrides: CompileOptions = {}): Promise<Compiled> {
    const options = this.optionsOf(session, overrides)
    const found = agentFor(this.program, session, options.agent)
    const { placed } = found
    const { agent, root } = placed
    const guarded = this.guarded(placed, session, options)
    const seen = seenBy(this.program, guarded.session, placed, options.run?.branch)
    const provided = needsProviders(agent, root) ? await provide(placed, seen, options) : {}
    const name = this.targetOf(placed, options)
    // A loaded target is returned at once, so that this does not wait.
    const loading = name === null ? null : loadTarget(name)
    const target = loading instanceof Promise ? await loading : loading
    return drive(options, round =>
      this.compileFor(found, guarded, options, { provided, target, seen }, round),
    )
  }

  /** Compiles synchronously, for a loaded target and an agent without instruction functions. */
  run(target: Target<never>, session: Session, overrides: CompileOptions = {}): Compiled {
    const options = this.optionsOf(session, overrides)
    const found = agentFor(this.program, session, options.agent)
    const guarded = this.guarded(found.placed, session, options)
    const seen = seenBy(this.program, guarded.session, found.placed, options.run?.branch)
    return this.compileFor(found, guarded, options, { provided: {}, target, seen }, atOnce()).result
  }

  clear(): void {
    this.prepared.clear()
    this.guards.clear()
  }

  private optionsOf(session: Session, overrides: CompileOptions): CompileOptions {
    assertSession(session, 'compile')
    assertOptions(overrides)
    return copyOf({ ...this.options, ...given(overrides) })
  }

  /** Returns the session as an agent may see it. */
  private guarded({ agent, root }: Placed, session: Session, { protect = [] }: CompileOptions): Guarded {
    const all = [...new Set([...protect, ...(root.protect ?? []), ...(agent.protect ?? [])])]
    const [first] = all
    if (first === undefined) return { session, guard: null }
    const fold = session.units
    const known = this.guards.get(agent.name)
    const isKnown =
      known !== undefined &&
      known.fold === fold &&
      known.guard.length <= session.length &&
      known.all.length === all.length &&
      known.all.every((each, at) => each === all[at])
    const guard = isKnown ? known.guard : first.guard(all)
    this.guards.set(agent.name, { all, fold, guard })
    return { session: guard.protect(session), guard }
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
    { provided, target, seen }: Ready,
    round: Round<Compiled>,
  ): CoreRun<Compiled> {
    const { graph, member, format, inferred } = this.program
    const next = () => nextIn(member, graph, session)
    const from = { imported: format !== null, provided, inferred }
    const resolved = protectedBy(guard, resolve(graph, placed, seen, options, from))
    const before = [...failed, ...this.program.diagnostics, ...resolved.diagnostics]
    const { agent, sight } = resolved
    const model = options.model ?? agent.model ?? null
    const calibrated = calibratedBy(intactPlan(plan), {
      session,
      agent: agent.name,
      branch: sight.branch,
      model,
    })
    const first = this.prepare(placed, resolved, options, target, calibrated.factor)
    if (first.setup === null)
      return {
        result: withoutTarget(session, {
          agent: nextAgent(agent, sight),
          next: next(),
          model,
          plan: plan ?? null,
          before,
        }),
        wants: [],
      }
    const { rows } = session.units
    const isEmpty = rows.length === rows.hidden && resolved.beside.texts.length === 0
    const empty = isEmpty && !isHeldElsewhere(resolved.agent.extra) ? [emptyConversation()] : []
    const { effects: handlers = {} } = options
    const { before: earlier, ...asked } = round
    const run = (prepared: Prepared, setup: Setup, { factor, reports }: Calibrated): CoreRun<Compiled> => {
      const memo = memoOf(prepared, setup, seen)
      const wants = new Wanted({ ...asked, handlers, known: session.units.outcomes, keys: memo.keys })
      const result = compileCore(
        { ...setup, diagnostics: [...before, ...empty, ...setup.diagnostics] },
        memo.read(seen),
        memo,
        {
          ...{ plan, wants, sources: resolved.beside, before: earlier?.work ?? null, next },
          calibrated: { factor, reports },
        },
      )
      return { result, wants: [...wants.pending.values()] }
    }
    const made = run(first, first.setup, calibrated)
    const factor = adoptedFactor(calibrated, model, made.result, plan)
    if (factor === undefined) return made
    const again = this.prepare(placed, resolved, options, target, factor)
    return again.setup === null ? made : run(again, again.setup, { ...calibrated, factor })
  }

  /** Prepares an agent with its options, or returns the latest preparation if nothing changed. */
  private prepare(
    { agent: { name, budget } }: Placed,
    resolved: Resolved,
    options: CompileOptions,
    target: Target<never> | null,
    factor: number | null,
  ): Prepared {
    const known = this.prepared.get(name)
    const told = toldOf(resolved)
    if (
      known !== undefined &&
      (known.setup?.target ?? null) === target &&
      known.factor === factor &&
      isSame(known.told, told) &&
      sameOptions(known.options, options)
    )
      return known
    const { agent, sight } = resolved
    const model = options.model ?? agent.model ?? null
    const limits = options.budget === undefined && budget !== undefined ? { ...options, budget } : options
    const setup = target === null ? null : setUp(agent, limits, target, model, sight, factor)
    const prepared = { told, options, factor, setup, memos: new WeakMap<UnitFold, Memo>() }
    this.prepared.set(name, prepared)
    return prepared
  }
}

/** Fields of requests whose messages are stored by the provider. */
const serverHeld = ['previous_response_id', 'conversation', 'prompt', 'cachedContent']

const isHeldElsewhere = (extra: Extra | undefined): boolean =>
  serverHeld.some(field => extra?.fields[field] !== undefined)

/** A session as an agent may see it, and the guard that made it so. */
interface Guarded {
  readonly session: Session
  readonly guard: Guard | null
}

/** A guard with the protections that it follows, and the fold of its session. */
interface KnownGuard {
  readonly all: readonly Protection[]
  readonly fold: UnitFold
  readonly guard: Guard
}

/** Results of the async steps before a compile. */
interface Ready {
  readonly provided: Provided
  /** The loaded target; null if none is known. */
  readonly target: Target<never> | null
  /** The session with the state that the agent reads. */
  readonly seen: Session
}

/** Preparation of an agent with its options. */
interface Prepared {
  /** Instruction, settings and view of the agent, piece by piece, as `toldOf` returns them. */
  readonly told: readonly string[]
  readonly options: CompileOptions
  /** Factor that bounds estimates of text; null for the usual bounds. */
  readonly factor: number | null
  /** The setup; null if no target is known. */
  readonly setup: Setup | null
  readonly memos: WeakMap<UnitFold, Memo>
}

function memoOf({ memos }: Prepared, setup: Setup, { units }: Session): Memo {
  let memo = memos.get(units)
  if (memo === undefined) {
    memo = new Memo(setup, units)
    memos.set(units, memo)
  }
  return memo
}

/**
 * Returns the parts of a resolved agent that may differ between sessions, piece by piece, so that comparing them copies
 * no long text.
 */
const toldOf = ({ agent: { system, outputKey, generateConfig }, sight }: Resolved): readonly string[] => [
  ...system.flatMap(({ parts, extra }) => [
    String(parts.length),
    toJson(extra ?? null),
    ...parts.flatMap(({ origin, runs }) => [origin, String(runs.length), ...runs.flat()]),
  ]),
  toJson([
    outputKey ?? null,
    generateConfig ?? null,
    [sight.branch, sight.contents, routed(sight), sight.policy?.clauses ?? null],
  ]),
]

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((piece, index) => piece === right[index])

/** Copies options, so that later changes in place are noticed and do not affect a pending compile. */
const copyOf = ({ budget, cache, ...options }: CompileOptions): CompileOptions => ({
  ...options,
  ...(budget !== undefined && { budget: typeof budget === 'object' ? { ...budget } : budget }),
  ...(cache !== undefined && { cache: typeof cache === 'object' ? { ...cache } : cache }),
})

/** Returns options without undefined values. */
const given = (options: CompileOptions): CompileOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

/** Options that a setup depends on. The other options take effect in the resolved agent. */
const ofSetup = ['target', 'model', 'budget', 'whenIdle', 'count', 'cache', 'passes', 'trace'] as const

const sameOptions = (left: CompileOptions, right: CompileOptions): boolean =>
  ofSetup.every(key =>
    key === 'budget' || key === 'cache'
      ? JSON.stringify(left[key]) === JSON.stringify(right[key])
      : left[key] === right[key],
  )
