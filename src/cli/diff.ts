import { diff } from '../core/explain/diff.ts'
import { oneLine } from '../core/text/columns.ts'
import { compileFile } from './compile-file.ts'
import { renderDiff } from './explain/render-diff.ts'
import { assertOneStandardInput } from './input.ts'
import { exit, type Io } from './io.ts'
import { type CommandOptions, readFormat } from './options.ts'
import { asJson } from './output.ts'
import { paintFor } from './paint.ts'

/**
 * Runs `ctxc diff A B`, which shows the first difference between the requests for two files. B is compiled with the
 * plan of A. Returns the exit code.
 */
export async function diffCommand(a: string, b: string, given: CommandOptions, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json'])
  assertOneStandardInput({ '<earlier>': a, '<later>': b })
  const { conversation: earlier, result: one } = await compileFile(a, given, io)
  const { conversation: later, result: two } = await compileFile(b, given, io, one.plan)
  const difference = diff(one, two)
  if (format === 'json') io.out(asJson({ ok: one.ok && two.ok, ...difference }))
  else {
    for (const [file, { ok, diagnostics }] of [
      [a, one],
      [b, two],
    ] as const)
      if (!ok) io.err(`no request for ${oneLine(file)}: ${oneLine(diagnostics[0]?.message ?? '')}\n`)
    io.out(renderDiff(difference, { earlier, later, paint: paintFor(io.colour.out) }))
  }
  if (!one.ok || !two.ok) return exit.errors
  return given.exitCode && difference.parting !== null ? exit.parted : exit.fine
}
