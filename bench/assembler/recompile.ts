import type { CompileOptions, Program, Session } from 'ctxc'

/** What the built package exports. */
export interface Package {
  compile(program: Program, options: CompileOptions): unknown
  createCompiler?(program: Program, options: CompileOptions): Recompiler
}

interface Recompiler {
  compile(session: Session): unknown
}

/** Compiles one session after another: with a compiler that keeps what it made, where the build has one. */
export const createRecompiler = (
  { compile, createCompiler }: Package,
  program: Program,
  options: CompileOptions,
): Recompiler =>
  createCompiler?.(program, options) ?? { compile: session => compile({ ...program, session }, options) }
