import { oneOf } from '../../../validate/check.ts'
import type { Form } from '../../../validate/form.ts'

/** `exact`: one that was there before; `superseded`: one that a later call with the same arguments replaces. */
export type Repeat = 'exact' | 'superseded'

/** Kinds of repeated results that are not sent again. */
export const repeats = ['exact', 'superseded'] as const satisfies readonly Repeat[]

/** A result is told once. */
export const dedupeForm: Form = { needs: { which: oneOf(repeats) } }
