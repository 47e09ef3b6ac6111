import { assertFunction } from '../form/check.ts'
import type { Path } from '../form/path.ts'

/**
 * Function that runs a tool. It gets the call's arguments after the schema's transforms, and a context from its caller.
 */
export type Executor = (input: unknown, context?: unknown) => unknown

/** Returns the function that runs a declared tool, bound to the tool's declaration. */
export function executorOf(
  raw: Readonly<Record<string, unknown>>,
  at: Path,
): { readonly execute?: Executor } {
  const { execute } = raw
  if (execute === undefined) return {}
  const run = at.in('execute').readSeparately(p => assertFunction(execute, p) as Executor)
  return { execute: (input, context) => run.call(raw, input, context) }
}
