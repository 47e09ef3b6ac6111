import type { StateDelta } from '../ir/event.ts'
import type { JsonValue } from '../ir/json.ts'
import type { MemoryRule } from '../ir/memory-rule.ts'
import { valueText } from '../template/value-text.ts'
import type { MemoryTurn } from './memory-turn.ts'
import { madeIn, notesAfter, notesIn, noteText } from './notes-list.ts'

/** Returns the change of the state by the rules that need no model; null if they change nothing. */
export function changesNow(rules: readonly MemoryRule[], turn: MemoryTurn): StateDelta | null {
  const set: Record<string, JsonValue> = {}
  const valueAt = (key: string): JsonValue | undefined =>
    Object.hasOwn(set, key)
      ? set[key]
      : Object.hasOwn(turn.state, key)
        ? (turn.state[key] as JsonValue)
        : undefined
  for (const rule of rules) {
    if (rule.remember === 'capture') set[rule.key] = turn.answer
    if (rule.remember !== 'notes') continue
    const from = rule.from === undefined ? turn.answer : valueAt(rule.from)
    const made = Array.isArray(from)
      ? notesIn(from).map(note => ({
          text: noteText(note),
          done: typeof note === 'object' && note.done ? true : null,
        }))
      : madeIn(from === undefined ? '' : valueText(from))
    const before = valueAt(rule.key)
    if (made.length === 0 && rule.olderThan === undefined) continue
    set[rule.key] = notesAfter(notesIn(before), made, rule, turn.turn) as JsonValue
  }
  return Object.keys(set).length === 0 ? null : { set }
}
