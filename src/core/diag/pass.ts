import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports a pass that threw or returned an invalid value. Its input is used unchanged. */
export const passFailed = (pass: string, why: string, at: readonly string[]): Diagnostic =>
  make('CX9301', {
    message: `the pass '${pass}' failed, so its input was kept unchanged: ${why}`,
    at,
    help: 'a pass must be sync and must not change its input in place; return parts, events and blocks that it does not know unchanged',
    data: { pass, why },
  })

/** Reports a window pass that dropped a required block. */
export const passDropped = (pass: string, at: readonly string[]): Diagnostic =>
  make('CX9302', {
    message: `the pass '${pass}' dropped a block that must stay, so there is no request`,
    at,
    help: 'keep every block that has `must`',
    data: { pass },
  })
