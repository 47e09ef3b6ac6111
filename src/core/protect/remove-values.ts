import type { EventInput } from '../ir/event.ts'
import type { Protection } from '../ir/protection.ts'
import { hasRemover } from './protection.ts'

/** Replaces values in events, one after the other: those of an earlier event are known in later ones. */
export type RemoveValues = (event: EventInput) => EventInput

/**
 * Returns a function that replaces the values of redactions with `store: true` in events before they are appended: each by
 * `[removed:KIND]`, for good. A runner does so itself. Make one for each session, so that a value that was found once is
 * found in later events in any form. Null if no redaction says `store: true`.
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
