import type { Event, EventInput } from '../../ir/event.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { applyEdits, type TextEdit } from '../literals/edit.ts'
import type { RedactionFinds } from '../redaction.ts'
import type { DetectorFinds } from './checked-texts.ts'
import { editsInJson } from './json-container.ts'
import { registerFoundValues } from './learn.ts'
import { eventValues } from './looked-at.ts'
import { redactEvent } from './redact-event.ts'
import { Registry } from './registry.ts'

/** Pattern of this class's own placeholders. No other registry uses the letter `r`. */
const numbered = /\[secret:([\w-]+):r\d+\]/g

/** Storing an event does not wait for detectors. `redact` rejects async detectors together with `store`. */
const noChecks: DetectorFinds = { of: () => [] }

/** Text that replaces a text on which a detector failed. */
const unchecked = '[removed: it could not be checked]'

/**
 * Returns a changed event, but with its original names of agents, tools and state keys, because a runner depends on
 * them.
 */
function withNamesOf(
  event: Event,
  { author, parts, actions }: Event,
  change: <Value>(value: Value) => Value,
): Event {
  const { set, delete: gone } = actions?.state ?? {}
  return {
    ...event,
    author,
    parts: event.parts.map((part, at) => {
      const own = parts[at]
      return 'name' in part && own !== undefined && 'name' in own && part.kind !== 'file'
        ? ({ ...part, name: own.name } as typeof part)
        : part
    }),
    ...(actions?.state !== undefined && {
      actions: {
        ...event.actions,
        state: {
          ...(set !== undefined && {
            set: Object.fromEntries(Object.entries(set).map(([key, value]) => [key, change(value)])),
          }),
          ...(gone !== undefined && { delete: gone }),
        },
      },
    }),
  }
}

/** Replacer of protected values by `[removed:KIND]` in events before they are stored. The values cannot be restored. */
export class ValueRemover {
  private readonly redaction: RedactionFinds
  /** Values found so far. They are replaced in later events in any form. */
  private readonly registry = new Registry('r')

  constructor(redaction: RedactionFinds) {
    this.redaction = redaction
  }

  /** Returns an event without the values that are found in it or were found in earlier events. */
  remove({ text, ...input }: EventInput): EventInput {
    const parts = input.parts ?? (text === undefined ? [] : [{ kind: 'text', text } as const])
    const event = { ...input, parts } as unknown as Event
    const found = registerFoundValues(eventValues(event), this.redaction, this.registry, noChecks)
    const editsOf = (one: string): readonly TextEdit[] => {
      // In a text that is JSON, short values of listed fields are replaced too.
      const inner = this.redaction.fields.length > 0 ? editsInJson(one, editsOf) : []
      return this.registry.edits(one, found.places.get(one), inner)
    }
    const removeFromText = (one: string): string =>
      found.unchecked.has(one) ? unchecked : applyEdits(one, editsOf(one)).replace(numbered, '[removed:$1]')
    const removeFromValue = <Value>(value: Value): Value => mapTexts(value, removeFromText)
    return withNamesOf(
      redactEvent(event, () => removeFromValue),
      event,
      removeFromValue,
    )
  }
}
