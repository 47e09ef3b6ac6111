import { readOptions } from '../form/options.ts'
import { Path } from '../form/path.ts'
import type { FormatName } from '../ir/extra.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Declared } from '../program/program.ts'
import type { Session } from '../session/session.ts'
import { compileForm } from './contract/assert-options.ts'
import type { OptionsFor, RequestFor } from './contract/infer.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'
import { LazyCompiler } from './lazy-compiler.ts'

/** Options that may differ between the calls of one compiler. Another target or model needs a new compiler. */
export type CallOptions = Omit<CompileOptions, 'target' | 'model'> & {
  readonly target?: never
  readonly model?: never
}

/** Compiler for the calls of an agent loop. */
export interface Compiler<Request> {
  /**
   * Compiles a session. `overrides` take precedence over the compiler's own options. Work for earlier versions of the
   * session is reused, so that the cost depends on the appended events and the budget, not on the whole history. The
   * result equals the result of `compile` with the same session, options and plan. Requests of one compiler share
   * messages, so do not change them.
   */
  compile(session: Session, overrides?: CallOptions): Promise<Compiled<Request>>
  /** Clears everything that is cached for sessions. */
  clear(): void
}

/**
 * Creates a compiler for the calls of one agent loop. The compiler caches written messages, which never changes a
 * result. Pass the plan of each compile to the next one, so that the requests share a prefix.
 *
 * Throws a TypeError for malformed declarations or options; no content of a session makes it throw. The first compile
 * imports the target's code, and rejects if that import fails.
 *
 * @example
 * import { createCompiler, createSession } from 'ctxc'
 *
 * const compiler = createCompiler({ agent: { name: 'helper' } }, { model: 'gpt-5.4', budget: 16_000 })
 * let session = createSession({ events: Array.from({ length: 99 }, () => ({ author: 'user', text: 'Hello' })) })
 * const first = await compiler.compile(session)
 * session = session.append({ author: 'helper', text: 'Hi.' }, { author: 'user', text: 'What is the weather?' })
 * const second = await compiler.compile(session, { plan: first.plan })
 * console.log(first.work.unitsVisited, second.work.unitsVisited) // 99 2
 */
export function createCompiler<
  Format extends FormatName | undefined = undefined,
  const Target extends TargetName | undefined = undefined,
  const Model extends string | undefined = undefined,
>(
  program: Declared<Format>,
  options?: OptionsFor<Target, Model>,
): Compiler<RequestFor<Format, Target, Model>> {
  const given = readOptions(compileForm, options, 'createCompiler')
  const compiler = new LazyCompiler(program, given)
  const same: Compiler<unknown> = {
    compile: async (session, overrides) => {
      if (overrides?.target !== undefined || overrides?.model !== undefined)
        throw Path.named('target and model').wrong('are options of createCompiler', {
          help: 'make another compiler for others',
        })
      return compiler.compile(session, overrides)
    },
    clear: () => compiler.clear(),
  }
  return same as Compiler<RequestFor<Format, Target, Model>>
}
