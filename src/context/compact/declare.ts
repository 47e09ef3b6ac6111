import { oneOf } from '../../agent/must.ts'
import type { Form } from '../form.ts'
import { numberOf, someOf } from '../must.ts'

/** How long results are shown short. */
export interface CompactOptions {
  /** Those before the newest so many turns, always; left out: only where there is no room otherwise. */
  readonly olderThan?: number
  /** Texts of more characters than this; 2,000 when left out. */
  readonly over?: number
  /** Gives the model a tool that brings a result back; left out: the program alone can, by its handle. */
  readonly expand?: 'tool'
}

/** Long results are shown short, with a handle that brings them back. */
export const compactForm: Form = {
  takes: { olderThan: numberOf('turns'), over: someOf('characters'), expand: oneOf(['tool']) },
  usual: { over: 2000 },
}
