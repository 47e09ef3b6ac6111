import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports a pass that threw or returned an invalid value; its input stays unchanged. */
export const passFailed = (pass: string, why: string, at: readonly string[]): Diagnostic =>
  make('CX9301', {
    message: `the pass '${pass}' failed, and changed nothing there: ${why}`,
    at,
    help: 'a pass is sync, changes nothing in place, and may be given any part, event and block: give back what it does not know',
    data: { pass, why },
  })

/** Reports a window pass that dropped a block that must stay. */
export const passDropped = (pass: string, at: readonly string[]): Diagnostic =>
  make('CX9302', {
    message: `the pass '${pass}' dropped what is never dropped, so there is no request`,
    at,
    help: 'keep every block that has `must`',
    data: { pass },
  })
