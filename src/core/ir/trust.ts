/** Party responsible for a text, from most to least trusted. */
export type Trust = 'developer' | 'user' | 'model' | 'tool' | 'external'

/** All trust levels, from most to least trusted. */
export const trusts: readonly Trust[] = ['developer', 'user', 'model', 'tool', 'external']

/** Whether a value is a trust level. */
export const isTrust = (value: unknown): value is Trust => (trusts as readonly unknown[]).includes(value)

/** Returns the lower of two trust levels. This is the trust in a text that is made from a text of each level. */
export function lowerTrust(left: Trust, right: Trust): Trust {
  return trusts.indexOf(left) > trusts.indexOf(right) ? left : right
}
