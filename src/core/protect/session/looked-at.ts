import type { Event } from '../../ir/event.ts'
import { mappedTexts } from '../../text/map-texts.ts'
import type { ChangeValue } from './change.ts'
import { jsonContainer } from './json-container.ts'
import { redactEvent } from './redact-event.ts'

/** Values that are searched for protected values. */
export interface LookedAt {
  /** Every value that a request may show. */
  readonly values: readonly unknown[]
  /**
   * Values in which listed fields are searched, because their field names were chosen by the user. Elsewhere a field
   * such as `name` may contain the name of a tool.
   */
  readonly data: readonly unknown[]
  /** Texts that are shown before async detectors have checked them, such as author names. */
  readonly names?: readonly string[]
}

/**
 * Returns the values of an event. `redactEvent` changes exactly these values, so no value is shown without being
 * searched.
 */
export function eventValues(event: Event): LookedAt {
  const values: unknown[] = []
  const data: unknown[] = []
  const names: string[] = []
  const collectValue: ChangeValue = (value, use) => {
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
  redactEvent(event, () => collectValue)
  return { values, data, names }
}

/**
 * Returns values outside the session's events as they are searched for protected values. In declared values, a field
 * only describes data, such as a property of a schema. So listed fields are not searched there, except in texts that
 * are JSON as a whole. Texts of a report are checked like names, without async detectors.
 */
export function searchedValuesOutsideEvents(
  values: readonly unknown[],
  use: 'declared' | 'data' | 'report',
): LookedAt {
  if (use === 'report') return { values: [], data: [], names: mappedTexts(values) }
  return {
    values,
    data: use === 'data' ? values : mappedTexts(values).flatMap(text => jsonContainer(text) ?? []),
  }
}
