import type { StateStep } from './step.ts'

/** Keys that a row of steps has read, written, removed and kept so far. */
interface Keys {
  readonly reads: string
  readonly writes: string
  readonly removes: string
  readonly keeps: string
}

/** Before the first step. */
interface Untouched {
  readonly reads: never
  readonly writes: never
  readonly removes: never
  readonly keeps: string
}

/** Keys that are known when types are checked; none where they are only known to be strings. */
export type Known<Key extends string> = string extends Key ? never : Key

/** The keys that both keep; `string` is all. */
export type KeptByBoth<One extends string, Other extends string> = string extends One
  ? Other
  : string extends Other
    ? One
    : Extract<One, Other>

type KeysOf<Step> =
  Step extends StateStep<infer Reads, infer Writes, infer Removes, infer Keeps>
    ? { readonly reads: Reads; readonly writes: Writes; readonly removes: Removes; readonly keeps: Keeps }
    : never

/** One step more: what it reads and an earlier one wrote is no read of the whole. */
type Then<Done extends Keys, Next extends Keys> = {
  readonly reads: Done['reads'] | Exclude<Next['reads'], Done['writes']>
  readonly writes: Exclude<Extract<Done['writes'], Next['keeps']>, Known<Next['removes']>> | Next['writes']
  readonly removes: Exclude<Done['removes'], Next['writes']> | Known<Next['removes']>
  readonly keeps: KeptByBoth<Done['keeps'], Next['keeps']>
}

/** The step that steps are together. */
export type Piped<
  Steps extends readonly StateStep[],
  Done extends Keys = Untouched,
> = Steps extends readonly [infer First, ...infer Rest extends readonly StateStep[]]
  ? Piped<Rest, Then<Done, KeysOf<First>>>
  : Steps extends readonly []
    ? StateStep<Done['reads'], Done['writes'], Done['removes'], Done['keeps']>
    : StateStep // a list whose length is not known

/** Keys that a step reads and that cannot be there any more. */
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

/** The steps, or instead of one that reads what an earlier one removed, the reason why it cannot stand there. */
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
