import { compile } from '../compile/compile.ts'
import type { CompileOptions } from '../compile/options.ts'
import type { Plan } from '../compile/plan.ts'
import type { Program } from '../compile/program.ts'
import type { Compiled } from '../compile/result.ts'
import { createSession } from '../session/create.ts'
import { assertOneStandardInput } from './input.ts'
import { type Io, UsageError } from './io.ts'
import { isModule, made, readModule } from './module.ts'
import { compileOptions, type Given } from './options.ts'
import { readPlanFile } from './plan.ts'
import { readConversation } from './read.ts'
import { readSession } from './session-file.ts'

/** Compiles the conversation that a file holds, or the program that a module exports, with the plan that is given. */
export async function compileFile(
  file: string,
  given: Given,
  io: Io,
  earlier: Plan | null = null,
): Promise<{ readonly conversation: Program; readonly result: Compiled }> {
  assertOneStandardInput({ '<file>': file, '--plan': given.plan, '--session': given.session })
  const plan = given.plan === undefined ? earlier : await readPlanFile(given.plan, io)
  const options = { ...compileOptions(given), plan }
  if (isModule(file)) return compileModule(file, given, options, io)
  const foreign = (['session', 'agent', 'export'] as const).find(option => given[option] !== undefined)
  if (foreign !== undefined)
    throw new UsageError(
      `--${foreign} goes with a module that exports a program`,
      'a conversation is both the agent and its session',
    )
  const conversation = await readConversation(file, io)
  return { conversation, result: await compile(conversation, options) }
}

/** Compiles a module's program in the session that is given, the one that the module exports, or an empty one. */
async function compileModule(
  file: string,
  given: Given,
  options: CompileOptions,
  io: Io,
): Promise<{ readonly conversation: Program; readonly result: Compiled }> {
  const { exported, session: own } = await readModule(file, given.export, io)
  const session =
    given.session === undefined ? (own ?? createSession()) : await readSession(given.session, io)
  const result = await made(exported, () => compile(exported.program, session, options))
  return { conversation: { agent: { name: result.agent.name }, session }, result }
}
