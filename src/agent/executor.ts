/** What runs a tool: given what the schema made of a call's arguments, and whatever the one who runs it hands along. */
export type Executor = (input: unknown, context?: unknown) => unknown

/** The function that a declaration gives to run its tool, bound to it. */
export function executorOf(
  raw: Readonly<Record<string, unknown>>,
  at: string,
): { readonly execute?: Executor } {
  const { execute } = raw
  if (execute === undefined) return {}
  if (typeof execute !== 'function') throw new TypeError(`${at}.execute is not a function`)
  return { execute: (input, context) => execute.call(raw, input, context) as unknown }
}
