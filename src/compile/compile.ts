import { assertAgent } from '../agent/assert.ts'
import { noTarget } from '../diag/target.ts'
import { zero } from '../ir/count.ts'
import type { FormatName } from '../ir/format-name.ts'
import { targetNames } from '../ir/target-name.ts'
import { Session } from '../session/session.ts'
import { inferTarget } from '../target/infer.ts'
import { targets } from '../target/registry.ts'
import type { RequestFor } from './infer.ts'
import { writeLedger } from './ledger.ts'
import { lower } from './lower.ts'
import { assertOptions, type CompileOptions } from './options.ts'
import type { Program } from './program.ts'
import type { Compiled } from './result.ts'

/**
 * Turns a program, such as an imported conversation, into the request that a provider accepts: damage repaired, inside the budget, every
 * string traced to where it came from, every omission accounted for.
 *
 * The result is `ok` with a `request`, or not with `request: null` and diagnostics of level error that say why.
 * What a session holds never makes it throw; a malformed option is a TypeError. Sizes are in tokens. The type of the
 * request follows `target`, else `model`, else the conversation's own format: name the target where the model is not
 * known before run time.
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
  const Options extends CompileOptions = CompileOptions,
>(
  program: Program<Format>,
  options?: Options & Record<Exclude<keyof Options, keyof CompileOptions>, never>,
): Promise<Compiled<RequestFor<Format, Options>>> {
  const chosen: CompileOptions = options ?? {}
  assertOptions(chosen)
  if (!(program?.session instanceof Session) || program.agent === undefined) {
    throw new TypeError('compile takes a program, { agent, session }: an imported conversation is one')
  }
  assertAgent(program.agent)
  return (await run(program, chosen)) as Compiled<RequestFor<Format, Options>>
}

async function run(conversation: Program, options: CompileOptions): Promise<Compiled> {
  const model = options.model ?? conversation.agent.model ?? null
  const name = options.target ?? inferTarget(model, conversation.format ?? null)
  if (name === null) return withoutTarget(conversation, model)
  const target = targets[name]
  return lower({ conversation, options, target, model, known: target.facts(model) })
}

function withoutTarget({ session }: Program, model: string | null): Compiled {
  return {
    ok: false,
    request: null,
    target: null,
    model,
    tokens: {
      input: 0,
      max: 0,
      limit: null,
      exact: true,
      sections: { system: zero, tools: zero, schema: zero, messages: zero },
    },
    diagnostics: [noTarget(model, targetNames)],
    ledger: { rows: writeLedger(session, null, new Map()), declarations: [] },
    map: [],
    units: [],
    names: { toDeclared: wire => wire },
    work: { unitsVisited: 0, charsCounted: 0, leavesEmitted: 0 },
  }
}
