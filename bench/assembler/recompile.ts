import type { Compiled, CompileOptions, createCompiler as CreateCompiler, Program, Session } from 'ctxc'

/** Compiles one session after another as an agent loop does: with a compiler that keeps its work, and the plan before. */
export function createRecompiler(
  { createCompiler }: { readonly createCompiler: typeof CreateCompiler },
  program: Program,
  options: CompileOptions,
): { compile(session: Session): Promise<Compiled> } {
  const compiler = createCompiler(program, options)
  let plan: Compiled['plan'] = null
  return {
    async compile(session) {
      const result = await compiler.compile(session, { plan })
      plan = result.plan
      return result
    },
  }
}
