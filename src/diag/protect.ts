import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports values that were replaced by placeholders. */
export const valuesReplaced = (kinds: Readonly<Record<string, number>>): Diagnostic =>
  make('CX6014', {
    message: `values were replaced by placeholders: ${Object.entries(kinds)
      .map(([kind, count]) => `${count} × ${kind}`)
      .join(', ')}`,
    data: { kinds },
  })

/** Reports texts that a detector failed on, which were withheld. */
export const notChecked = (count: number): Diagnostic =>
  make('CX6015', {
    message: `a detector failed for ${count === 1 ? 'a text' : `${count} texts`}, which ${count === 1 ? 'was' : 'were'} withheld`,
    help: 'let the detector return spans for every text',
    data: { count },
  })

/** Reports an agent whose tools can be made to act by what outsiders write. */
export const unguardedTools = (
  agent: string,
  outside: readonly string[],
  acting: readonly string[],
  at: string,
): Diagnostic =>
  make('CX6016', {
    message: `'${agent}' reads what outsiders write (${outside.join(', ')}), knows values of the state, and can act without a guard (${acting.join(', ')})`,
    at: [at],
    help: "say whose words the arguments of these tools may be made of: guard: { recipient: 'user' }; or let them wait with needsApproval, or declare them readOnly",
    data: { agent, outside, acting },
  })
