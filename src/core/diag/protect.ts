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

const textsCount = (count: number): string => (count === 1 ? 'a text' : `${count} texts`)

/** Reports unchecked texts in content that is never dropped. Because of these texts, no request is made. */
export const requiredTextsUnchecked = (count: number): Diagnostic =>
  make('CX6015', {
    message: `${textsCount(count)} could not be checked, among them text that is never dropped, so there is no request`,
    help: 'make the detector return spans for every text in time, or use onDetectorError: "send" in redact() to send unchecked text',
    data: { count },
  })

/** Reports unchecked texts that were withheld. */
export const textsWithheld = (count: number): Diagnostic =>
  make('CX6017', {
    message: `${textsCount(count)} could not be checked and ${count === 1 ? 'was' : 'were'} withheld`,
    help: 'make the detector return spans for every text in time; the text is sent once it was checked',
    data: { count },
  })

/** Reports an agent whose tools may act on instructions written by outsiders. */
export const unguardedTools = (
  agent: string,
  outside: readonly string[],
  acting: readonly string[],
  at: string,
): Diagnostic =>
  make('CX6016', {
    message: `'${agent}' reads text of outsiders (${outside.join(', ')}), knows values of the state, and can act without a guard (${acting.join(', ')})`,
    at: [at],
    help: "declare whose words the arguments of these tools may contain, as in guard: { recipient: 'user' }, or set needsApproval, or declare the tools readOnly",
    data: { agent, outside, acting },
  })

/** Reports a tool that was called with a placeholder where it needs the value. */
export const placeholderNotRevealed = (
  tool: string,
  argument: string,
  placeholder: string,
  at: string,
): Diagnostic =>
  make('CX6022', {
    message: `'${tool}' was called with ${placeholder} as its whole argument '${argument}', and it does not get the value`,
    at: [at],
    help: `give the tool reveal: ['${argument}'] in a runner or a live conversation, or use revealTools of an adapter; nothing is to do if the tool works with the placeholder`,
    data: { tool, argument, placeholder },
  })
