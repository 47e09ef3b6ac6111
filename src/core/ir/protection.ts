import type { Operation } from './policy.ts'

/** Protection of an agent's requests, made by a function of `ctxc/protect`. */
export interface Protection {
  readonly kind: 'redact' | 'fresh' | 'fence' | 'validate'
  /** Operations that are added to every clause of the agent's policy. */
  readonly operations?: readonly Operation[]
  /** Line of the instruction that explains the protection to the model. */
  readonly meaning?: string
  /** Whether no request may be made while the session has a problem. */
  readonly refuses?: boolean
  /** Minimum share of a request's characters that must not repeat earlier text of the request. */
  readonly distinct?: number
}

/** Problem of a session: a value that is missing, or that does not match its schema. */
export type Finding =
  | { readonly kind: 'missing'; readonly key: string }
  | {
      readonly kind: 'unfit'
      /** Description of the value for people, such as `'order' of the state`. */
      readonly of: string
      /** Origin of the value. */
      readonly at: string
      readonly problems: readonly string[]
    }

/** Properties of each kind of protection: whether it hides values, and whether it reports problems of a session. */
const kinds: Readonly<Record<Protection['kind'], { readonly hides: boolean; readonly reports: boolean }>> = {
  redact: { hides: true, reports: false },
  fresh: { hides: false, reports: false },
  fence: { hides: false, reports: false },
  validate: { hides: false, reports: true },
}

/** Whether a protection hides values from readers. */
export const hidesValues = ({ kind }: Protection): boolean => kinds[kind]?.hides ?? false

/** Whether a protection reports problems of a session. */
export const isValidation = ({ kind }: Protection): boolean => kinds[kind]?.reports ?? false

/** Whether a value was made by a function of `ctxc/protect`. */
export function isProtection(value: unknown): value is Protection {
  if (typeof value !== 'object' || value === null) return false
  const { guard, findings, operations } = value as Readonly<Record<string, unknown>>
  return typeof guard === 'function' || typeof findings === 'function' || Array.isArray(operations)
}
