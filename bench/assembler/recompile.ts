import type { Compiled, CompileOptions, Program, Session } from 'ctxc'

/** What the built package exports. */
export interface Package {
  compile(program: Program, options: CompileOptions): unknown
  createCompiler?(program: Program, options: CompileOptions): Recompiler
}

interface Recompiler {
  compile(session: Session, overrides?: object): unknown
}

/** Compiles one session after another as an agent loop does: where the build has it, with a compiler that keeps its work. */
export function createRecompiler(
  { compile, createCompiler }: Package,
  program: Program,
  options: CompileOptions,
): Recompiler {
  const compiler = createCompiler?.(program, options)
  if (!compiler) return { compile: session => compile({ ...program, session }, options) }
  let plan: unknown = null
  return {
    async compile(session) {
      const result = (await compiler.compile(session, { plan })) as Compiled & { plan?: unknown }
      plan = result.plan
      return result
    },
  }
}
