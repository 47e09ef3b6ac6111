import { explain } from '../core/explain/explain.ts'
import { compileFile } from './compile-file.ts'
import { renderSummary } from './explain/render-text.ts'
import { exit, type Io } from './io.ts'
import { type CommandOptions, readFormat } from './options.ts'
import { asJson } from './output.ts'
import { paintFor } from './paint.ts'

/** Runs `ctxc compile FILE`, which prints a summary or everything as JSON. Returns the exit code. */
export async function compileCommand(file: string, given: CommandOptions, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json'])
  const { conversation, declared, result } = await compileFile(file, given, io)
  const { ok, agent, request, tokens, diagnostics, ledger, plan, map } = result
  // A conversation has only one agent, so only the result for a program names the agent.
  const whose = declared ? { agent } : {}
  const explanation = explain(result, conversation)
  const { places } = explanation
  if (format === 'json')
    io.out(asJson({ ok, ...whose, request, tokens, diagnostics, places, ledger, plan, map }))
  else {
    const paint = paintFor(io.colour.out)
    io.out(renderSummary(explanation, { width: io.columns, paint }))
    const more = `--format json prints ${ok ? 'the request' : 'the whole result'}; ctxc explain lists every unit.`
    io.out(`\n${paint('dim', more)}\n`)
  }
  return ok ? exit.fine : exit.errors
}
