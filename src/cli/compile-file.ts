import { dirname, join } from 'node:path'
import { compile } from '../core/compile/compile.ts'
import type { CompileOptions, LoadModule } from '../core/compile/contract/options.ts'
import type { Compiled } from '../core/compile/contract/result.ts'
import { importModule } from '../core/compile/resolve/load-module.ts'
import type { Plan } from '../core/ir/plan.ts'
import type { Program } from '../core/program/program.ts'
import { createSession } from '../core/session/create.ts'
import { assertOneStandardInput, inputName } from './input.ts'
import { type Io, UsageError } from './io.ts'
import { loadModule } from './load-module.ts'
import {
  declarationsOfJSON,
  isModule,
  type ModuleDeclarations,
  makeOrReport,
  notOfModule,
  readModule,
} from './module.ts'
import { type CommandOptions, compileOptions } from './options.ts'
import { withOwnOptions } from './own-options.ts'
import { readPlanFile } from './plan.ts'
import { isProgramData } from './program-file.ts'
import { importConversationOf, readJson } from './read.ts'
import { conversationIn, isSessionData, readSession } from './session-file.ts'

/**
 * Returns a function that imports the modules which a file's declarations name. Module paths are relative to this file.
 */
export const moduleImporterFor =
  (file: string, io: Io): LoadModule =>
  name =>
    /^\.\.?\//.test(name) ? loadModule(join(dirname(file), name), io) : importModule(name)

/** Result of compiling a file. */
interface CompiledFile {
  readonly conversation: Program
  /** Whether the file declares a program rather than containing a conversation. */
  readonly declared: boolean
  readonly result: Compiled
}

/** Compiles the conversation or program in a file, with the plan of an earlier compile if one is given. */
export async function compileFile(
  file: string,
  given: CommandOptions,
  io: Io,
  earlier: Plan | null = null,
): Promise<CompiledFile> {
  assertOneStandardInput({ '<file>': file, '--plan': given.plan, '--session': given.session })
  const plan = given.plan === undefined ? earlier : await readPlanFile(given.plan, io)
  const options = { ...(await compileOptions(given, io)), plan }
  // A user who names a module agrees to run its code, and therefore to import the modules that the module names.
  if (isModule(file))
    return compileDeclared(
      await readModule(file, given.export, io),
      given,
      { ...options, allowImport: moduleImporterFor(file, io) },
      io,
    )
  const json = await readJson(file, io)
  if (given.export !== undefined) throw notOfModule()
  if (isProgramData(json))
    return compileDeclared(
      declarationsOfJSON(json, file),
      given,
      given.allowImport ? { ...options, allowImport: moduleImporterFor(file, io) } : options,
      io,
    )
  if (given.session !== undefined || given.agent !== undefined)
    throw new UsageError(
      `--${given.session === undefined ? 'agent' : 'session'} needs a program, but this file is a conversation`,
      'omit the option: a conversation is both the agent and its session',
    )
  const name = inputName(file)
  const conversation = isSessionData(json) ? conversationIn(json, name) : importConversationOf(json, name)
  return { conversation, declared: false, result: withOwnOptions(await compile(conversation, options)) }
}

/** Compiles a program in the given session. Without one, uses the session that its module exports, or an empty one. */
async function compileDeclared(
  { exported, session: own }: ModuleDeclarations,
  given: CommandOptions,
  options: CompileOptions,
  io: Io,
): Promise<CompiledFile> {
  const session =
    given.session === undefined ? (own ?? createSession()) : await readSession(given.session, io)
  const result = withOwnOptions(
    await makeOrReport(exported, () => compile(exported.program, session, options)),
  )
  return { conversation: { agent: { name: result.agent.name }, session }, declared: true, result }
}
