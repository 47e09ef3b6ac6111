import type { Operation } from './policy.ts'

/** Protection of an agent's requests, as the functions of `ctxc/protect` give it. */
export interface Protection {
  readonly kind: 'redact' | 'fresh' | 'fence' | 'validate'
  /** Operations on every clause of the agent's policy. */
  readonly operations?: readonly Operation[]
  /** Line that tells the model about it. */
  readonly meaning?: string
  /** Whether there is no request while something is wrong. */
  readonly refuses?: boolean
  /** Least share of the characters of a request that no earlier text of it repeats. */
  readonly distinct?: number
}

/** Something that is wrong with a session: a value that is missing, or that does not fit its schema. */
export type Finding =
  | { readonly kind: 'missing'; readonly key: string }
  | {
      readonly kind: 'unfit'
      /** Description for people: `'order' of the state`. */
      readonly of: string
      /** Origin of the value. */
      readonly at: string
      readonly problems: readonly string[]
    }

/** Facts about the kinds: whether one hides values from readers, and whether it reports what is wrong with a session. */
const kinds: Readonly<Record<Protection['kind'], { readonly hides: boolean; readonly reports: boolean }>> = {
  redact: { hides: true, reports: false },
  fresh: { hides: false, reports: false },
  fence: { hides: false, reports: false },
  validate: { hides: false, reports: true },
}

/** Whether a protection hides values from readers. */
export const hidesValues = ({ kind }: Protection): boolean => kinds[kind]?.hides ?? false

/** Whether a protection reports what is wrong with a session. */
export const isValidation = ({ kind }: Protection): boolean => kinds[kind]?.reports ?? false

/** Whether a value was made by a function of `ctxc/protect`. */
export function isProtection(value: unknown): value is Protection {
  if (typeof value !== 'object' || value === null) return false
  const { guard, findings, operations } = value as Readonly<Record<string, unknown>>
  return typeof guard === 'function' || typeof findings === 'function' || Array.isArray(operations)
}
