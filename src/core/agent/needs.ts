import type { OutsideScope } from '../ir/scope.ts'

/** Reader of state keys: its description for error texts, and the keys that it reads. */
export type Need = readonly [who: string, keys: string]

/** Key with a scope that outlives the invocation; `temp:` keys do not. */
type OutsideKey = `${OutsideScope}:${string}`

/** Needed keys that nothing writes. */
export type Lacking<Of extends Need, Sure, Removed, Kept> = Of extends Need
  ? Unwritten<Unsure<Of[1], Sure>, Removed, Kept>
  : never

/** Error text that names the reader of a key that nothing writes. */
export type Lacks<Of extends Need, Sure, Removed, Kept> = Of extends Need
  ? `${Of[0]} reads '${Unwritten<Unsure<Of[1], Sure>, Removed, Kept>}', which nothing upstream writes`
  : never

/** Error text that names the reader of a key that a step removed. */
export type Misses<Of extends Need, Sure, Removed, Kept> = Of extends Need
  ? `${Of[0]} reads '${Gone<Unsure<Of[1], Sure>, Removed, Kept>}', which a step upstream removed`
  : never

// If it is unknown which keys exist (`string`), there must be no type error.
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
