import type { Declared } from '../program/program.ts'
import { type Declaration, readProgram } from '../program/read-program.ts'
import type { Session } from '../session/session.ts'
import type { AgentCompiler } from './agent-compiler.ts'
import { assertOptions } from './contract/assert-options.ts'
import { optionsOfCall } from './contract/copy-options.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'

/** Code that compiles, once it is loaded. It is kept here, because `import()` resolves the module anew each time. */
let code: typeof import('./agent-compiler.ts') | null = null

/**
 * Compiler of a program. Inputs are checked immediately. The code that compiles is loaded by the first compile, so that
 * a program that only declares agents never loads it.
 */
export class LazyCompiler {
  private readonly program: Declaration
  private readonly options: CompileOptions
  private loaded: AgentCompiler | null = null

  constructor(program: Declared, options: CompileOptions) {
    this.program = readProgram(program)
    assertOptions(options)
    this.options = options
  }

  /** Compiles a session. Rejects if the code cannot be imported; the next compile tries again. */
  async compile(session: Session, overrides: CompileOptions = {}): Promise<Compiled> {
    // The caller may change its options during the loading of the code.
    const options = optionsOfCall(session, this.options, overrides)
    if (this.loaded === null) {
      code ??= await import('./agent-compiler.ts')
      this.loaded ??= new code.AgentCompiler(this.program, this.options)
    }
    return this.loaded.compileWith(session, options)
  }

  clear(): void {
    this.loaded?.clear()
  }
}
