import type { Facts } from './facts.ts'

/**
 * Whether a route may match none of its branches, so that its default branch or nothing runs. Unknown, and so true, for a
 * route that no path reaches.
 */
export const mayMatchNone = ({ recorder }: Facts, place: string): boolean =>
  recorder.unmatched.has(place) || !recorder.reached.has(place)
