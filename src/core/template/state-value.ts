import type { StateSlot } from './slot.ts'

/** Returns the value of a slot; undefined if it is missing. A key that contains dots takes precedence over a path. */
export function stateValue(state: object, slot: StateSlot): unknown {
  try {
    const whole = ownProperty(state, slot.reference)
    if (whole !== undefined) return whole
    return slot.path.reduce(ownProperty, ownProperty(state, slot.key))
  } catch {
    return undefined // a getter threw
  }
}

/** Returns an own property of an object or an item of a list; never an inherited property, a character or a length. */
function ownProperty(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  if (Array.isArray(value) && /\D/.test(key)) return undefined
  return (value as Record<string, unknown>)[key]
}
