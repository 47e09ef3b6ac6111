/** Party responsible for a text, from most to least trusted. */
export type Trust = 'developer' | 'user' | 'model' | 'tool' | 'external'

const order: readonly Trust[] = ['developer', 'user', 'model', 'tool', 'external']

/** Whether a value is a trust level. */
export const isTrust = (value: unknown): value is Trust => (order as readonly unknown[]).includes(value)

/** Returns the lower of two trust levels, which a text made from both deserves. */
export function lowest(left: Trust, right: Trust): Trust {
  return order.indexOf(left) > order.indexOf(right) ? left : right
}
