import type { Event, EventInput } from '../../ir/event.ts'

import { toJson } from '../../text/json.ts'
import type { Findings } from '../redaction.ts'
import type { Checks } from './checked-texts.ts'
import { jsonContainer } from './json-container.ts'
import { learn } from './learn.ts'
import { valuesOf } from './looked-at.ts'
import { mapTexts } from './map-texts.ts'
import { redactEvent } from './redact-event.ts'
import { Registry } from './registry.ts'

/** Placeholders of the registry below; its mark is in no other's. */
const numbered = /\[secret:([\w-]+):r\d+\]/g

/** Nobody waits for a detector before an event is stored: `redact` takes none that answers later. */
const noChecks: Checks = { of: () => [] }

/** Text that stands for one that a detector failed on. */
const unchecked = '[removed: it could not be checked]'

/** Replaces values in events before they are stored, by `[removed:KIND]`: nobody can have them back. */
export class ValueRemover {
  private readonly redaction: Findings
  /** Values that were found: they are replaced in later events in any form. */
  private readonly registry = new Registry('r')

  constructor(redaction: Findings) {
    this.redaction = redaction
  }

  /** Returns an event without the values that are found in it, or were found in an earlier one. */
  remove({ text, ...input }: EventInput): EventInput {
    const parts = input.parts ?? (text === undefined ? [] : [{ kind: 'text', text } as const])
    const event = { ...input, parts } as unknown as Event
    const found = learn(valuesOf(event), this.redaction, this.registry, noChecks)
    const change = (one: string): string => {
      if (found.unchecked.has(one)) return unchecked
      const inner = this.redaction.fields.length > 0 ? jsonContainer(one) : null
      // A short value of a listed field is replaced in a text that is JSON as in any other value.
      const changed = inner === null ? inner : mapTexts(inner, change)
      if (changed !== inner) return toJson(changed)
      return this.registry.replace(one, found.places.get(one)).replace(numbered, '[removed:$1]')
    }
    return redactEvent(event, () => value => mapTexts(value, change))
  }
}
