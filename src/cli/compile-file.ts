import { compile } from '../compile/compile.ts'
import type { Compiled } from '../compile/result.ts'
import type { Conversation } from '../from/conversation.ts'
import { assertOneStandardInput } from './input.ts'
import type { Io } from './io.ts'
import { compileOptions, type Given } from './options.ts'
import { readPlanFile } from './plan.ts'
import { readConversation } from './read.ts'

/** Compiles the conversation that a file holds, with the plan that is given. */
export async function compileFile(
  file: string,
  given: Given,
  io: Io,
): Promise<{ readonly conversation: Conversation; readonly result: Compiled }> {
  const options = compileOptions(given)
  assertOneStandardInput({ '<file>': file, '--plan': given.plan })
  const plan = given.plan === undefined ? null : await readPlanFile(given.plan, io)
  const conversation = await readConversation(file, io)
  return { conversation, result: await compile(conversation, { ...options, plan }) }
}
