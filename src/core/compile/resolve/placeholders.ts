import { trustOfEvent } from '../../ir/event.ts'
import type { Session } from '../../session/session.ts'
import type { UnitFold } from '../../session/unit/unit-fold.ts'
import { isScoped } from '../../state/key.ts'
import type { TemplateSlot } from '../../template/template.ts'

/** Keys whose placeholders occur in texts or state values that are less trusted than the developer's text. */
interface Written {
  events: number
  /** Lower-case and normalized keys, because a function may change text while quoting it. */
  readonly keys: Set<string>
}

const foldName = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Cached keys by session, so that each event is read only once. */
const known = new WeakMap<UnitFold, Written>()

/** Pattern of a name after an opening brace. Any text may follow the name. */
const placeholder = /\{\s*([\p{L}_][\p{L}\p{N}_-]*)/gu

/**
 * Returns a test of the placeholders that may be filled in a plain string from a function. The string may quote any
 * author. So a placeholder is never filled if its key has a scope, or if it occurs in a text of a user, a model, a tool
 * or an external source.
 */
export function fillableSlots(session: Session): (slot: TemplateSlot) => boolean {
  return slot =>
    slot.kind === 'state' && !isScoped(slot.key) && !slot.key.includes(':') && !isWritten(session, slot.key)
}

function isWritten(session: Session, key: string): boolean {
  const { units } = session
  const written = known.get(units) ?? { events: 0, keys: new Set() }
  // The app may have stored untrusted text in the session's initial state, so the initial state is searched too.
  if (!known.has(units)) collectNames(session.stateAt(0), written.keys)
  known.set(units, written)
  for (; written.events < session.length; written.events++) {
    const event = session.event(written.events)
    if (trustOfEvent(event) !== 'developer')
      collectNames([event.parts, event.actions?.state?.set], written.keys)
  }
  return written.keys.has(foldName(key))
}

/**
 * Collects the placeholder names in every string of a value. Recursion is avoided, because user data may be deeply
 * nested.
 */
function collectNames(value: unknown, keys: Set<string>): void {
  const open: unknown[] = [value]
  const seen = new Set<object>()
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (next.includes('{')) for (const [, name = ''] of next.matchAll(placeholder)) keys.add(foldName(name))
    } else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next)
      for (const [name, inner] of Object.entries(next)) open.push(name, inner)
    }
  }
}
