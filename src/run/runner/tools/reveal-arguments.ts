import type { Reveal } from '../../../core/agent/reveal.ts'
import { isObject } from '../../../core/ir/json.ts'
import { replacerOf } from '../../../core/protect/literals/replacer.ts'
import type { RunningCall } from './settle-call.ts'
import { changedError, changedResult } from './tool-result.ts'

/** Arguments of a call with the values of its placeholders, and how a text is changed that may show one of them. */
export interface Revealed {
  readonly input: unknown
  readonly hide: (text: string) => string
}

/** Returns a call's arguments with real values, in those that the tool names; null if there are none. */
export function revealArguments(
  input: unknown,
  reveal: readonly Reveal[],
  revealed: (placeholder: string) => string | null,
): Revealed | null {
  if (!isObject(input)) return null
  const values = new Map<string, string>()
  const found = reveal.flatMap(each => {
    const { argument, scheme } = typeof each === 'string' ? { argument: each, scheme: '' } : each
    const given = Object.hasOwn(input, argument) ? input[argument] : undefined
    if (typeof given !== 'string' || !given.startsWith(scheme)) return []
    // The whole argument is the placeholder: a value never ends up in a text that a model wrote around it.
    const placeholder = given.slice(scheme.length)
    const value = revealed(placeholder)
    if (value === null) return []
    values.set(value, placeholder)
    return [[argument, scheme + value] as const]
  })
  if (found.length === 0) return null
  return { input: { ...input, ...Object.fromEntries(found) }, hide: replacerOf(values) }
}

/** Runs a tool's function. It alone sees revealed values: its result, its error and its state hold the placeholders. */
export async function runRevealed(
  { signal, state }: Pick<RunningCall, 'signal' | 'state'>,
  input: unknown,
  revealed: Revealed | null,
  run: (input: unknown) => unknown,
): Promise<unknown> {
  if (revealed === null) return run(input)
  const { hide } = revealed
  try {
    return changedResult(await run(revealed.input), hide)
  } catch (error) {
    throw signal.aborted ? error : changedError(error, hide)
  } finally {
    state.hide(hide)
  }
}
