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

const texts = (count: number): string => (count === 1 ? 'a text' : `${count} texts`)

/** Reports texts that no detector checked, in what is always sent: there is no request. */
export const notChecked = (count: number): Diagnostic =>
  make('CX6015', {
    message: `${texts(count)} could not be checked, and the current input, a critical message or a declaration is among them`,
    help: 'let the detector return spans for every text, and in time; onDetectorError: "send" of redact() does without it',
    data: { count },
  })

/** Reports texts that no detector checked, which were withheld. */
export const textsWithheld = (count: number): Diagnostic =>
  make('CX6017', {
    message: `${texts(count)} could not be checked and ${count === 1 ? 'was' : 'were'} withheld`,
    help: 'let the detector return spans for every text, and in time; the text is sent once it did',
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
