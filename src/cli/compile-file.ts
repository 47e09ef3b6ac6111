import { dirname, join } from 'node:path'
import { compile } from '../compile/compile.ts'
import type { LoadModule } from '../compile/contract/module.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { importModule } from '../compile/resolve/load-module.ts'
import type { Plan } from '../ir/plan.ts'
import type { Program } from '../program/program.ts'
import { createSession } from '../session/create.ts'
import { assertOneStandardInput, inputName } from './input.ts'
import { type Io, UsageError } from './io.ts'
import { loadModule } from './load-module.ts'
import { declaredIn, isModule, type ModuleDeclarations, madeFrom, notOfModule, readModule } from './module.ts'
import { type CommandOptions, compileOptions } from './options.ts'
import { withOwnOptions } from './own-options.ts'
import { readPlanFile } from './plan.ts'
import { isProgramData } from './program-file.ts'
import { conversationOf, readJson } from './read.ts'
import { readSession } from './session-file.ts'

/** Result of compiling a file. */
interface CompiledFile {
  readonly conversation: Program
  /** Whether the file declares a program, not a conversation. */
  readonly declared: boolean
  readonly result: Compiled
}

/** Compiles the conversation or program of a file, with the given plan. */
export async function compileFile(
  file: string,
  given: CommandOptions,
  io: Io,
  earlier: Plan | null = null,
): Promise<CompiledFile> {
  assertOneStandardInput({ '<file>': file, '--plan': given.plan, '--session': given.session })
  const plan = given.plan === undefined ? earlier : await readPlanFile(given.plan, io)
  const options = { ...compileOptions(given), plan }
  // Naming a module is consent to run it, and thus to import the modules that it names.
  if (isModule(file))
    return compileDeclared(await readModule(file, given.export, io), given, importing(file, options, io), io)
  const json = await readJson(file, io)
  if (given.export !== undefined) throw notOfModule()
  if (isProgramData(json))
    return compileDeclared(
      declaredIn(json, file),
      given,
      given.allowImport ? importing(file, options, io) : options,
      io,
    )
  if (given.session !== undefined || given.agent !== undefined)
    throw new UsageError(
      `--${given.session === undefined ? 'agent' : 'session'} goes with a program`,
      'a conversation is both the agent and its session',
    )
  const conversation = conversationOf(json, inputName(file))
  return { conversation, declared: false, result: withOwnOptions(await compile(conversation, options)) }
}

/** Compiles a program in the given session, in the session that its module exports, or in an empty one. */
async function compileDeclared(
  { exported, session: own }: ModuleDeclarations,
  given: CommandOptions,
  options: CompileOptions,
  io: Io,
): Promise<CompiledFile> {
  const session =
    given.session === undefined ? (own ?? createSession()) : await readSession(given.session, io)
  const result = withOwnOptions(await madeFrom(exported, () => compile(exported.program, session, options)))
  return { conversation: { agent: { name: result.agent.name }, session }, declared: true, result }
}

/** Returns options that import the modules named by the declarations of a file; paths are relative to that file. */
function importing(file: string, options: CompileOptions, io: Io): CompileOptions {
  const allowImport: LoadModule = name =>
    /^\.\.?\//.test(name) ? loadModule(join(dirname(file), name), io) : importModule(name)
  return { ...options, allowImport }
}
