import { assertFunction } from '../validate/check.ts'
import type { Path } from '../validate/path.ts'

/** What runs a tool: given what the schema made of a call's arguments, and whatever the one who runs it hands along. */
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
