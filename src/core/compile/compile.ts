import { Path } from '../form/path.ts'
import type { FormatName } from '../ir/extra.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Member } from '../program/member.ts'
import type { Program } from '../program/program.ts'
import { assertSession, isStoredSession } from '../session/assert-session.ts'
import { Session } from '../session/session.ts'
import type { OptionsFor, RequestFor } from './contract/infer.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'
import { LazyCompiler } from './lazy-compiler.ts'

/**
 * Compiles the request of one agent of a program (an agent or a pipeline) in a session: the next agent, or the agent
 * that the option `agent` names. The request has the agent's declared instruction with values from the session state,
 * and only the history that the agent needs.
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
 * if (result.ok) console.log(result.request.instructions)
 * // You are greeter.
 * //
 * // Greet Alice in French.
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
 * Compiles a program, such as an imported conversation, into a request that a provider accepts: trimmed to your token
 * budget, repaired where the history is broken, with an origin for every string and a record of every omission.
 *
 * A result with `ok: true` has a `request`. Otherwise `request` is null, and diagnostics of level error give the
 * reasons. Messages are kept by reference, so do not change any input before the promise resolves.
 *
 * A malformed option throws a TypeError; no content of a session does. The target's code is imported on first use, and
 * the promise rejects if that import fails. Sizes are in tokens.
 *
 * The type of the request follows `target`, else `model`, else the conversation's own format. If the model is known
 * only at run time, the type is the union of all requests, so pass `target`. In an agent loop, use `createCompiler`,
 * which reuses earlier work.
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
  if (second instanceof Session) return new LazyCompiler(program, third ?? {}).compile(second)
  if (third !== undefined || Array.isArray(second) || second instanceof Promise || isStoredSession(second))
    assertSession(second, 'compile')
  const compiler = new LazyCompiler(program, (second ?? {}) as CompileOptions)
  const { session } = program as Program
  if (isStoredSession(session)) assertSession(session, 'compile')
  if (!(session instanceof Session))
    throw Path.named('compile').wrong('needs a session', {
      help: 'compile(agent, session, options); createSession({ events }) makes one, and an importer such as fromOpenAI(messages) gives both',
    })
  return compiler.compile(session)
}
