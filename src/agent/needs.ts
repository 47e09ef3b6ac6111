import type { OutsideScope } from '../ir/scope.ts'

/** Who reads keys of a state, in words, and which. */
export type Need = readonly [who: string, keys: string]

/** Keys that come from outside; those of the invocation (`temp:`) do not. */
type OutsideKey = `${OutsideScope}:${string}`

/** The keys of needs that nothing writes. */
export type Lacking<Of extends Need, Sure, Removed, Kept> = Of extends Need
  ? Unwritten<Unsure<Of[1], Sure>, Removed, Kept>
  : never

/** Who needs a key that nothing writes, in words. */
export type Lacks<Of extends Need, Sure, Removed, Kept> = Of extends Need
  ? `${Of[0]} reads '${Unwritten<Unsure<Of[1], Sure>, Removed, Kept>}', which nothing upstream writes`
  : never

/** Who needs a key that was taken away, in words. */
export type Misses<Of extends Need, Sure, Removed, Kept> = Of extends Need
  ? `${Of[0]} reads '${Gone<Unsure<Of[1], Sure>, Removed, Kept>}', which a step upstream removed`
  : never

// What types do not know they do not refuse.
type Unsure<Keys extends string, Sure> = string extends Keys ? never : Exclude<Keys, Sure>

type Unwritten<Key extends string, Removed, Kept> = Key extends Removed | OutsideKey
  ? never
  : Key extends Kept
    ? Key
    : never

type Gone<Key extends string, Removed, Kept> = Key extends Removed
  ? Key
  : Key extends Kept | OutsideKey
    ? never
    : Key
