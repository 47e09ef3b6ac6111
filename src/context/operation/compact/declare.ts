import { oneOf } from '../../../validate/check.ts'
import type { Form } from '../../../validate/form.ts'
import { numberOf, someOf } from '../../../validate/quantities.ts'

/** Options of `compact`, which shows long texts in a short form. */
export interface CompactOptions {
  /** Age in turns: older units are always compacted; when omitted, only where there is no room otherwise. */
  readonly olderThan?: number
  /** Age in model responses with results: older units are always compacted; for runs with few user turns. */
  readonly olderThanSteps?: number
  /** Texts of more characters than this; 2,000 when left out. */
  readonly over?: number
  /** The short form says how to call the agent's `expandTool`; left out: it tells the handle alone. */
  readonly expand?: 'tool'
}

/** Long results are shown short, with a handle that brings them back. */
export const compactForm: Form = {
  takes: {
    olderThan: numberOf('turns'),
    olderThanSteps: numberOf('steps'),
    over: someOf('characters'),
    expand: oneOf(['tool']),
  },
  usual: { over: 2000 },
}
