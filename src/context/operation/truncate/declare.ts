import { oneOf } from '../../../validate/check.ts'
import type { Form } from '../../../validate/form.ts'
import { tokens } from '../../../validate/quantities.ts'

/** Options of `truncate`, which cuts long results. */
export interface TruncateOptions {
  /** The most tokens that a result keeps. */
  readonly tokens: number
  /** Its beginning, its end, or both; the beginning when left out. */
  readonly keep?: 'head' | 'tail' | 'both'
}

/** Parts of a long result that may be kept. */
export const kept = ['head', 'tail', 'both'] as const satisfies readonly TruncateOptions['keep'][]

/** Long results are cut. */
export const truncateForm: Form = {
  needs: { tokens },
  takes: { keep: oneOf(kept) },
  usual: { keep: 'head' },
}
