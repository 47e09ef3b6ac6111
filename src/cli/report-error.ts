import { renderDiagnostic } from '../core/diag/render.ts'
import { oneLine } from '../core/text/columns.ts'
import type { Io, UsageError } from './io.ts'
import { paintFor } from './paint.ts'

/** Writes a usage error to standard error: the diagnostics, the error itself and the advice. */
export function reportError({ message, help, diagnostics }: UsageError, io: Io): void {
  const paint = paintFor(io.colour.err)
  for (const diagnostic of diagnostics)
    io.err(`${renderDiagnostic(diagnostic, { width: io.columns, paint })}\n\n`)
  io.err(`${paint('red', 'error')}: ${oneLine(message)}\n`)
  if (help !== null) io.err(`  = ${paint('bold', 'help')}: ${oneLine(help)}\n`)
}
