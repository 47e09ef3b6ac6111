import { emptyConversation } from '../diag/target.ts'
import { atOnce, type CoreRun, drive, type Round } from '../effect/drive.ts'
import { Wanted } from '../effect/wanted.ts'
import type { Extra } from '../ir/extra.ts'
import type { FormatName } from '../ir/format-name.ts'
import { isTargetName, type TargetName } from '../ir/target-name.ts'
import { type AgentFor, agentFor } from '../program/agent-for.ts'
import { nextIn } from '../program/next-step.ts'
import { modelOf, type Placed } from '../program/placed.ts'
import type { Declared } from '../program/program.ts'
import { type Declaration, readProgram } from '../program/read-program.ts'
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
import type { OptionsFor, RequestFor } from './contract/infer.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'
import type { Setup } from './contract/setup.ts'
import { compileCore } from './core.ts'
import { Memo } from './memo.ts'
import { needsProviders, type Provided, provide } from './resolve/provide.ts'
import { type Resolved, resolve } from './resolve/resolve.ts'
import { setUp } from './setup.ts'
import { withoutTarget } from './without-target.ts'

/** Options that may differ between calls of a compiler. For another target or model make another compiler. */
export type CallOptions = Omit<CompileOptions, 'target' | 'model'> & {
  readonly target?: never
  readonly model?: never
}

/** Compiles one agent again and again. */
export interface Compiler<Request> {
  /**
   * Compiles a session, with options that win over the compiler's own. What was written for an earlier version of the
   * session is used again, so that the cost follows what was appended and the budget, not the history; the result is
   * the same as `compile` gives for the same session, options and plan. Requests of one compiler share messages: do
   * not change them.
   */
  compile(session: Session, overrides?: CallOptions): Promise<Compiled<Request>>
  /** Forgets what it keeps of sessions. */
  clear(): void
}

/**
 * Makes a compiler for the calls of one agent loop. It keeps what it wrote for the target, and nothing that could change
 * a result. Give each compile the plan of the one before, so that the beginning of the requests stays the same.
 *
 * Throws a TypeError for malformed declarations or options; what a session holds is never a reason to throw. The first
 * compile imports the code of its target, and rejects with the error of that import where the code cannot be loaded.
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

/** Keeps the work of earlier compiles; `compile` makes one for a single use. */
export class AgentCompiler {
  private readonly program: Declaration
  private readonly options: CompileOptions
  /** By agent: what was prepared for it last. */
  private prepared = new Map<string, Prepared>()

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
    const provided = needsProviders(agent, root) ? await provide(placed, session, options) : {}
    const name = this.targetOf(placed, options)
    // A target that was loaded before is not waited for.
    const loading = name === null ? null : loadTarget(name)
    const target = loading instanceof Promise ? await loading : loading
    return drive(options, round => this.compileFor(found, session, options, { provided, target }, round))
  }

  /** Compiles at once, for a target at hand and an agent of which nothing has to be waited for. */
  run(target: Target<never>, session: Session, overrides: CompileOptions = {}): Compiled {
    const options = this.optionsOf(session, overrides)
    const found = agentFor(this.program, session, options.agent)
    return this.compileFor(found, session, options, { provided: {}, target }, atOnce()).result
  }

  clear(): void {
    this.prepared.clear()
  }

  private optionsOf(session: Session, overrides: CompileOptions): CompileOptions {
    assertSession(session, 'compile')
    assertOptions(overrides)
    return copyOf({ ...this.options, ...given(overrides) })
  }

  /** Returns the name of the target that an agent is compiled for; null where none is known. */
  private targetOf(placed: Placed, options: CompileOptions): TargetName | null {
    const { graph, format } = this.program
    // A model that came with a request is called in that request's format.
    const asked = options.model ?? (isTargetName(format) ? null : (modelOf(graph, placed) ?? null))
    return options.target ?? inferTarget(asked, format)
  }

  private compileFor(
    { placed, failed }: AgentFor,
    session: Session,
    { plan, ...options }: CompileOptions,
    { provided, target }: Ready,
    round: Round<Compiled>,
  ): CoreRun<Compiled> {
    const { graph, member, format, inferred } = this.program
    const next = () => nextIn(member, graph, session)
    const from = { imported: format !== null, provided, inferred }
    const resolved = resolve(graph, placed, session, options, from)
    const before = [...failed, ...this.program.diagnostics, ...resolved.diagnostics]
    const prepared = this.prepare(placed, resolved, options, target)
    const { setup } = prepared
    if (setup === null)
      return {
        result: withoutTarget(session, {
          agent: nextAgent(resolved.agent, resolved.sight),
          next: next(),
          model: options.model ?? resolved.agent.model ?? null,
          plan: plan ?? null,
          before,
        }),
        wants: [],
      }
    const { rows } = session.units
    const isEmpty = rows.length === rows.hidden && resolved.beside.texts.length === 0
    const empty = isEmpty && !isHeldElsewhere(resolved.agent.extra) ? [emptyConversation()] : []
    const memo = memoOf(prepared, setup, session)
    const { effects: handlers = {} } = options
    const { before: first, ...asked } = round
    const wants = new Wanted({ ...asked, handlers, known: session.units.outcomes, keys: memo.keys })
    const result = compileCore(
      { ...setup, diagnostics: [...before, ...empty, ...setup.diagnostics] },
      memo.read(session),
      memo,
      { plan, wants, sources: resolved.beside, before: first?.work ?? null, next },
    )
    return { result, wants: [...wants.pending.values()] }
  }

  /** Prepares an agent with its options once: returns the last preparation if they are the same. */
  private prepare(
    { agent: { name, budget } }: Placed,
    resolved: Resolved,
    options: CompileOptions,
    target: Target<never> | null,
  ): Prepared {
    const known = this.prepared.get(name)
    const told = toldOf(resolved)
    if (
      known !== undefined &&
      (known.setup?.target ?? null) === target &&
      isSame(known.told, told) &&
      sameOptions(known.options, options)
    )
      return known
    const { agent, sight } = resolved
    const model = options.model ?? agent.model ?? null
    const limits = options.budget === undefined && budget !== undefined ? { ...options, budget } : options
    const setup = target === null ? null : setUp(agent, limits, target, model, sight)
    const prepared = { told, options, setup, memos: new WeakMap<UnitFold, Memo>() }
    this.prepared.set(name, prepared)
    return prepared
  }
}

/** Fields of a request whose messages the provider has. */
const serverHeld = ['previous_response_id', 'conversation', 'prompt', 'cachedContent']

const isHeldElsewhere = (extra: Extra | undefined): boolean =>
  serverHeld.some(field => extra?.fields[field] !== undefined)

/** Everything that a compile waits for before it runs at once. */
interface Ready {
  readonly provided: Provided
  /** Null where no target is known. */
  readonly target: Target<never> | null
}

/** Preparation of an agent with its options. */
interface Prepared {
  /** Instruction, settings and view of the agent, piece by piece, as `toldOf` returns them. */
  readonly told: readonly string[]
  readonly options: CompileOptions
  /** Null where no target is known. */
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
 * Returns what may differ in a resolved agent from one session to the next, piece by piece, so that nothing long is
 * written or copied to be compared.
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
    [sight.branch, sight.contents, routed(sight), sight.policy ?? null],
  ]),
]

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((piece, index) => piece === right[index])

/** Copies, so that options changed in place are others, and change nothing that waits. */
const copyOf = ({ budget, cache, ...options }: CompileOptions): CompileOptions => ({
  ...options,
  ...(budget !== undefined && { budget: typeof budget === 'object' ? { ...budget } : budget }),
  ...(cache !== undefined && { cache: typeof cache === 'object' ? { ...cache } : cache }),
})

/** Options without those that are undefined: these say nothing. */
const given = (options: CompileOptions): CompileOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

/** The options that a setup is made of; what the others come to is in what the agent is told and shown. */
const ofSetup = ['target', 'model', 'budget', 'whenIdle', 'count', 'cache', 'passes', 'trace'] as const

const sameOptions = (left: CompileOptions, right: CompileOptions): boolean =>
  ofSetup.every(key =>
    key === 'budget' || key === 'cache'
      ? JSON.stringify(left[key]) === JSON.stringify(right[key])
      : left[key] === right[key],
  )
