import { trustOf } from '../../ir/event.ts'
import type { Session } from '../../session/session.ts'
import type { UnitFold } from '../../session/unit/unit-fold.ts'
import { isScoped } from '../../state/key.ts'
import type { TemplateSlot } from '../../template/template.ts'

/** Keys whose placeholders somebody below the developer wrote, or may have, in words or in a value of the state. */
interface Written {
  events: number
  /** In any case and form: a function may have changed the words that it quotes. */
  readonly keys: Set<string>
}

const folded = (name: string): string => name.normalize('NFKC').toLowerCase()

/** By session: each event is read once. */
const known = new WeakMap<UnitFold, Written>()

/** Names after an opening brace: whatever a placeholder says after its key. */
const placeholder = /\{\s*([\p{L}_][\p{L}\p{N}_-]*)/gu

/**
 * Says which placeholders may be filled in a plain string that a function returned. The string may quote anybody, so a
 * key with a scope is never filled, and neither is one whose placeholder a user, a model, a tool or an outside text wrote.
 */
export function fillable(session: Session): (slot: TemplateSlot) => boolean {
  return slot =>
    slot.kind === 'state' && !isScoped(slot.key) && !slot.key.includes(':') && !isWritten(session, slot.key)
}

function isWritten(session: Session, key: string): boolean {
  const { units } = session
  const written = known.get(units) ?? { events: 0, keys: new Set() }
  // Values that a session begins with come from wherever the app keeps them.
  if (!known.has(units)) collect(session.stateAt(0), written.keys)
  known.set(units, written)
  for (; written.events < session.length; written.events++) {
    const event = session.event(written.events)
    if (trustOf(event) !== 'developer') collect([event.parts, event.actions?.state?.set], written.keys)
  }
  return written.keys.has(folded(key))
}

/** Collects the names in every string of a value, without recursion: what a user brings may be nested deeply. */
function collect(value: unknown, keys: Set<string>): void {
  const open: unknown[] = [value]
  const seen = new Set<object>()
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (next.includes('{')) for (const [, name = ''] of next.matchAll(placeholder)) keys.add(folded(name))
    } else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next)
      for (const [name, inner] of Object.entries(next)) open.push(name, inner)
    }
  }
}
