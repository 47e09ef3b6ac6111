import type { EventInput } from '../ir/event.ts'
import type { Protection } from '../ir/protection.ts'
import { hasRemover } from './protection.ts'

/**
 * Replaces protected values in events, which are passed in order. A value found in one event is replaced in all later
 * events.
 */
export type RemoveValues = (event: EventInput) => EventInput

/**
 * Returns a function that permanently replaces the values of redactions with `store: true` by `[removed:KIND]` in
 * events before they are appended. A runner already does this; use the function in your own loop. Create one function
 * for each session, so that a value that was found once is found in later events in any form. Null if no redaction has
 * `store: true`.
 *
 * @example
 * import { createSession } from 'ctxc'
 * import { redact, removeValues } from 'ctxc/protect'
 *
 * const remove = removeValues([redact({ pii: ['email'], store: true })])
 * const event = { author: 'user', text: 'Write to anna@example.org.' }
 * const session = createSession().append(remove?.(event) ?? event)
 * console.log(JSON.stringify([...session.events]).includes('anna')) // false
 */
export function removeValues(protect: readonly Protection[]): RemoveValues | null {
  const all = protect.filter(hasRemover)
  return all[0]?.remover(all) ?? null
}
