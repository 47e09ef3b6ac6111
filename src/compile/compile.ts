import type { FormatName } from '../ir/format-name.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Member } from '../program/member.ts'
import type { Program } from '../program/program.ts'
import { assertSession, isStoredSession } from '../session/assert-session.ts'
import { Session } from '../session/session.ts'
import { AgentCompiler } from './compiler.ts'
import type { OptionsFor, RequestFor } from './contract/infer.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'

/**
 * Compiles for an agent of a program, an agent or a pipeline, in a session: the agent that is due, or the one that the
 * option `agent` names. It is told what it declares, with the values of the session's state, and shown what of the session
 * is for it.
 *
 * @example
 * import { agent, compile, createSession } from 'ctxc'
 *
 * const greeter = agent({ name: 'greeter', instruction: 'Greet {user_name} in {language}.' })
 * const session = createSession({
 *   state: { user_name: 'Alice', language: 'French' },
 *   events: [{ author: 'user', text: 'Hello' }],
 * })
 * const result = await compile(greeter, session, { model: 'gpt-5.4' })
 * if (result.ok) console.log(result.request.instructions) // You are greeter.\n\nGreet Alice in French.
 */
export async function compile<
  const Target extends TargetName | undefined = undefined,
  const Model extends string | undefined = undefined,
>(
  program: Member,
  session: Session,
  options?: OptionsFor<Target, Model>,
): Promise<Compiled<RequestFor<undefined, Target, Model>>>
/**
 * Turns a program, such as an imported conversation, into the request that a provider accepts: damage repaired, inside the budget, every
 * string traced to where it came from, every omission accounted for.
 *
 * The result is `ok` with a `request`, or not with `request: null` and diagnostics of level error that say why. What was passed is read until
 * the promise resolves, and messages are held by reference: change none before.
 * No content of a session makes it throw; a malformed option is a TypeError. The code of a target is imported when it is
 * first needed: the promise rejects with the error of that import where the code cannot be loaded. Sizes are in tokens. The type of the
 * request follows `target`, else `model`, else the conversation's own format; it is any of them where the model is not
 * known before run time: name the target there. For the calls of an agent loop, `createCompiler` keeps what was written before.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const messages = [{ role: 'user', content: 'What is the weather in Paris?' }]
 * const result = await compile(fromOpenAI(messages), { model: 'gpt-5.4', budget: 16_000 })
 * if (result.ok) console.log(result.request.messages, result.tokens.input)
 */
export async function compile<
  Format extends FormatName | undefined = undefined,
  const Target extends TargetName | undefined = undefined,
  const Model extends string | undefined = undefined,
>(
  program: Program<Format>,
  options?: OptionsFor<Target, Model>,
): Promise<Compiled<RequestFor<Format, Target, Model>>>
export async function compile(
  program: Program | Member,
  second?: Session | CompileOptions,
  third?: CompileOptions,
): Promise<Compiled> {
  if (second instanceof Session) return new AgentCompiler(program, third ?? {}).compile(second)
  if (third !== undefined || Array.isArray(second) || isStoredSession(second))
    assertSession(second, 'compile')
  const compiler = new AgentCompiler(program, (second ?? {}) as CompileOptions)
  const { session } = program as Program
  if (isStoredSession(session)) assertSession(session, 'compile')
  if (!(session instanceof Session))
    throw new TypeError(
      'compile takes a program and a session, or { agent, session }: an imported conversation is that',
    )
  return compiler.compile(session)
}
