import type { StateStep } from './step.ts'

/** Keys that a sequence of steps has read, written, removed and kept so far. */
interface Keys {
  readonly reads: string
  readonly writes: string
  readonly removes: string
  readonly keeps: string
}

/** Keys before the first step. */
interface Untouched {
  readonly reads: never
  readonly writes: never
  readonly removes: never
  readonly keeps: string
}

/** Keys that the type names one by one; none if the type is just `string`. */
export type Known<Key extends string> = string extends Key ? never : Key

/** Keys that both steps keep; `string` means all keys. */
export type KeptByBoth<One extends string, Other extends string> = string extends One
  ? Other
  : string extends Other
    ? One
    : Extract<One, Other>

type KeysOf<Step> =
  Step extends StateStep<infer Reads, infer Writes, infer Removes, infer Keeps>
    ? { readonly reads: Reads; readonly writes: Writes; readonly removes: Removes; readonly keeps: Keeps }
    : never

/** Keys after one more step. A key that an earlier step wrote is not required from outside. */
type Then<Done extends Keys, Next extends Keys> = {
  readonly reads: Done['reads'] | Exclude<Next['reads'], Done['writes']>
  readonly writes: Exclude<Extract<Done['writes'], Next['keeps']>, Known<Next['removes']>> | Next['writes']
  readonly removes: Exclude<Done['removes'], Next['writes']> | Known<Next['removes']>
  readonly keeps: KeptByBoth<Done['keeps'], Next['keeps']>
}

/** Type of a pipe of steps. */
export type Piped<
  Steps extends readonly StateStep[],
  Done extends Keys = Untouched,
> = Steps extends readonly [infer First, ...infer Rest extends readonly StateStep[]]
  ? Piped<Rest, Then<Done, KeysOf<First>>>
  : Steps extends readonly []
    ? StateStep<Done['reads'], Done['writes'], Done['removes'], Done['keeps']>
    : StateStep // for a list of unknown length

/** Keys that a step reads although an earlier step removed them. */
type Gone<Done extends Keys, Key extends string> = Key extends Done['writes']
  ? never
  : Key extends Done['removes']
    ? Key
    : Key extends Done['keeps']
      ? never
      : Key

type Checked<Step, Gone extends string> = [Gone] extends [never]
  ? Step
  : `reads '${Gone}', which an earlier step of the pipe removed`

/** The steps; a step that reads a removed key is replaced with an error text. */
export type Readable<
  Steps extends readonly StateStep[],
  Done extends Keys = Untouched,
  Seen extends readonly unknown[] = [],
> = Steps extends readonly [infer First, ...infer Rest extends readonly StateStep[]]
  ? Readable<
      Rest,
      Then<Done, KeysOf<First>>,
      [...Seen, Checked<First, Gone<Done, Known<KeysOf<First>['reads']>>>]
    >
  : [...Seen, ...Steps]
