import type { StateDelta } from '../ir/event.ts'
import type { JsonValue } from '../ir/json.ts'
import type { MemoryRule } from '../ir/memory-rule.ts'
import { valueText } from '../template/value-text.ts'
import type { MemoryTurn } from './memory-turn.ts'
import { addNotes, isDone, notesIn, noteText, parseNotes } from './notes-list.ts'
import { valueForKey } from './shared.ts'

/** Returns the changes that rules without a handler make to the state; null if they change nothing. */
export function changesNow(rules: readonly MemoryRule[], turn: MemoryTurn): StateDelta | null {
  const set = new Map<string, JsonValue>()
  const currentValue = (state: MemoryTurn['state'], key: string): JsonValue | undefined =>
    set.get(key) ?? (Object.hasOwn(state, key) ? (state[key] as JsonValue) : undefined)
  for (const rule of rules) {
    if (rule.remember === 'capture') set.set(rule.key, valueForKey(rule.key, turn.answer))
    if (rule.remember !== 'notes') continue
    const from = rule.from === undefined ? turn.answer : currentValue(turn.state, rule.from)
    if (from === undefined) continue
    const made = Array.isArray(from)
      ? from.map(note => ({ text: noteText(note), done: isDone(note) ? true : null }))
      : parseNotes(valueText(from))
    // The list is read from the whole session's state. Otherwise members that run at the same time would lose each
    // other's notes.
    const after = addNotes(notesIn(currentValue(turn.whole, rule.key)), made, rule, turn.turn)
    set.set(rule.key, valueForKey(rule.key, after as JsonValue))
  }
  // `fromEntries` also defines a key named `__proto__`.
  return set.size === 0 ? null : { set: Object.fromEntries(set) }
}
