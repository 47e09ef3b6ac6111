import type { Event } from '../../ir/event.ts'
import { mappedTexts } from '../../text/map-texts.ts'
import type { ChangeValue } from './change.ts'
import { jsonContainer } from './json-container.ts'
import { redactEvent } from './redact-event.ts'

/** Values to find something in. */
export interface LookedAt {
  /** Every value that a request may show. */
  readonly values: readonly unknown[]
  /** The values whose fields the user named: a listed `name` is not the name of a tool. */
  readonly data: readonly unknown[]
  /** Texts that are shown before a detector that answers later looked at them, such as names of authors. */
  readonly names?: readonly string[]
}

/** Returns the values of an event: all those that are changed, so that none is changed unseen. */
export function eventValues(event: Event): LookedAt {
  const values: unknown[] = []
  const data: unknown[] = []
  const names: string[] = []
  const note: ChangeValue = (value, use) => {
    if (value === undefined) return value
    if (use === 'name') {
      names.push(String(value))
      return value
    }
    values.push(value)
    if (use === 'data') data.push(value)
    if (use === 'record') for (const each of Object.values(value as object)) data.push(each)
    return value
  }
  redactEvent(event, () => note)
  return { values, data, names }
}

/**
 * Returns values that no event holds. Fields of declared ones describe data, such as the properties of a schema or an example in
 * an instruction, and hold none, unless a text is JSON as a whole; the texts of a report are looked at as names are, by no
 * detector that answers later.
 */
export function lookedAt(values: readonly unknown[], use: 'declared' | 'data' | 'report'): LookedAt {
  if (use === 'report') return { values: [], data: [], names: mappedTexts(values) }
  return {
    values,
    data: use === 'data' ? values : mappedTexts(values).flatMap(text => jsonContainer(text) ?? []),
  }
}
