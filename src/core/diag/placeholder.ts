import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Placeholder that was not filled in the text that a function returned. */
export interface LeftSlot {
  /** Placeholder as it is written in the text. */
  readonly slot: string
  readonly at: string
}

/** Reports a function that returned a plain string with placeholders that may come from untrusted text. */
export const placeholderKept = (agent: string, left: readonly LeftSlot[]): Diagnostic => {
  const slots = [...new Set(left.map(({ slot }) => slot))]
  return make('CX6012', {
    message: `a function wrote the instruction of '${agent}' with ${slots.slice(0, 5).join(', ')}, which was sent as literal text, because a quotation of a user could ask for values of the state`,
    at: left.map(({ at }) => at),
    help: 'return promptText`…` with the values in it: only placeholders in its literal parts are filled in',
    data: { agent, slots },
  })
}
