import { assertFunction } from '../validate/check.ts'
import type { Path } from '../validate/path.ts'

/** Function that runs a tool, given the schema's output for a call's arguments, and what its caller adds. */
export type Executor = (input: unknown, context?: unknown) => unknown

/** The function that a declaration gives to run its tool, bound to it. */
export function executorOf(
  raw: Readonly<Record<string, unknown>>,
  at: Path,
): { readonly execute?: Executor } {
  const { execute } = raw
  if (execute === undefined) return {}
  const run = at.in('execute').piece(p => assertFunction(execute, p) as Executor)
  return { execute: (input, context) => run.call(raw, input, context) }
}
