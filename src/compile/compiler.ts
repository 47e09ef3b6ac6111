import type { Agent } from '../agent/agent.ts'
import { assertAgent } from '../agent/assert.ts'
import type { FormatName } from '../ir/format-name.ts'
import { isTargetName } from '../ir/target-name.ts'
import { Session } from '../session/session.ts'
import type { UnitFold } from '../session/unit-fold.ts'
import { inferTarget } from '../target/infer.ts'
import { compileSession } from './compile-session.ts'
import type { RequestFor } from './infer.ts'
import { Memo } from './memo.ts'
import { assertOptions, type CompileOptions } from './options.ts'
import type { Program } from './program.ts'
import type { Compiled } from './result.ts'
import { type Setup, setUp } from './setup.ts'
import { withoutTarget } from './without-target.ts'

/** What may differ from one call of a compiler to the next. For another target or model make another compiler. */
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

/** What is compiled again and again: the session comes with each compile. */
export type Declared<Format extends FormatName | undefined = FormatName | undefined> = Pick<
  Program<Format>,
  'agent' | 'format'
>

/**
 * Makes a compiler for the calls of one agent loop. It keeps what it wrote for the target, and nothing that could change
 * a result. Give each compile the plan of the one before, so that the beginning of the requests stays the same.
 *
 * Throws a TypeError for malformed declarations or options; what a session holds is never a reason to throw.
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
  const Options extends CompileOptions = Record<never, never>,
>(
  program: Declared<Format>,
  options?: Options & Record<Exclude<keyof Options, keyof CompileOptions>, never>,
): Compiler<RequestFor<Format, Options>> {
  const compiler = new AgentCompiler(program, options ?? {})
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
  return same as Compiler<RequestFor<Format, Options>>
}

/** Keeps the work of earlier compiles; `compile` makes one for a single use. */
export class AgentCompiler {
  private readonly agent: Agent
  private readonly format: FormatName | null
  private readonly options: CompileOptions
  private setup: Setup | null = null
  private chosen: CompileOptions | null = null
  private memos = new WeakMap<UnitFold, Memo>()

  constructor(program: Declared, options: CompileOptions) {
    if (program?.agent === undefined)
      throw new TypeError('a program is { agent, session }: an imported conversation is one')
    assertAgent(program.agent)
    assertOptions(options)
    this.agent = program.agent
    this.format = program.format ?? null
    this.options = options
  }

  async compile(session: Session, overrides?: CompileOptions): Promise<Compiled> {
    return this.run(session, overrides)
  }

  /** The same at once: nothing has to be waited for. */
  run(session: Session, overrides: CompileOptions = {}): Compiled {
    if (!(session instanceof Session)) throw new TypeError('compile takes a session: createSession makes one')
    assertOptions(overrides)
    const { plan, ...options } = { ...this.options, ...given(overrides) }
    const setup = this.setupFor(options)
    if (setup === null) return withoutTarget(session, options.model ?? this.agent.model ?? null, plan)
    return compileSession(setup, session, this.memoOf(setup, session), plan)
  }

  clear(): void {
    this.setup = null
    this.memos = new WeakMap()
  }

  /** The setup for some options: the last one, if they are the same. */
  private setupFor(options: CompileOptions): Setup | null {
    if (this.setup !== null && this.chosen !== null && sameOptions(this.chosen, options)) return this.setup
    this.clear()
    const model = options.model ?? this.agent.model ?? null
    // A model that came with a request is called in that request's format.
    const asked = options.model ?? (isTargetName(this.format) ? null : model)
    const name = options.target ?? inferTarget(asked, this.format)
    // A copy, so that a budget changed in place is another one.
    this.chosen = typeof options.budget === 'object' ? { ...options, budget: { ...options.budget } } : options
    this.setup = name === null ? null : setUp(this.agent, options, name, model)
    return this.setup
  }

  private memoOf(setup: Setup, session: Session): Memo {
    const { units } = session
    let memo = this.memos.get(units)
    if (memo === undefined) {
      memo = new Memo(setup)
      this.memos.set(units, memo)
    }
    return memo
  }
}

/** Options without those that are undefined: these say nothing. */
const given = (options: CompileOptions): CompileOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

function sameOptions(left: CompileOptions, right: CompileOptions): boolean {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]) as Set<keyof CompileOptions>
  return [...keys].every(key =>
    key === 'budget' ? JSON.stringify(left[key]) === JSON.stringify(right[key]) : left[key] === right[key],
  )
}
