import type { FormatName } from '../ir/format-name.ts'
import { Session } from '../session/session.ts'
import { AgentCompiler } from './compiler.ts'
import type { RequestFor } from './infer.ts'
import type { CompileOptions } from './options.ts'
import type { Program } from './program.ts'
import type { Compiled } from './result.ts'

/**
 * Turns a program, such as an imported conversation, into the request that a provider accepts: damage repaired, inside the budget, every
 * string traced to where it came from, every omission accounted for.
 *
 * The result is `ok` with a `request`, or not with `request: null` and diagnostics of level error that say why.
 * What a session holds never makes it throw; a malformed option is a TypeError. Sizes are in tokens. The type of the
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
  const Options extends CompileOptions = Record<never, never>,
>(
  program: Program<Format>,
  options?: Options & Record<Exclude<keyof Options, keyof CompileOptions>, never>,
): Promise<Compiled<RequestFor<Format, Options>>> {
  const compiler = new AgentCompiler(program, options ?? {})
  if (!(program.session instanceof Session))
    throw new TypeError('compile takes a program, { agent, session }: an imported conversation is one')
  return (await compiler.compile(program.session)) as Compiled<RequestFor<Format, Options>>
}
