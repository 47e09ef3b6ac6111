import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Mistake in a program that was read from data. */
export interface MistakeFound {
  readonly message: string
  readonly at: string
  /** Path from the root of the program to the mistake. */
  readonly path: readonly (string | number)[]
  /** Notes that name the agent and the tool in which the mistake is. */
  readonly notes: readonly string[]
  readonly help: string | null
}

const codes = { value: 'CX1101', field: 'CX1102', kind: 'CX1103' } as const

/** Reports a value, a field or a kind that is invalid in a program. */
export const misdeclared = (
  mistake: keyof typeof codes,
  { message, at, path, notes, help }: MistakeFound,
): Diagnostic =>
  make(codes[mistake], { message, at: [at], notes, ...(help !== null && { help }), data: { path } })

/** Reports a part of a program that cannot be written as data. */
export const notData = (what: string, at: string): Diagnostic =>
  make('CX1104', {
    message: what,
    at: [at],
    help: 'replace a function that writes an instruction by its module, { module, export }; declare other functions in code',
  })

/** Reports fields of a tool that are not included in the data. They do not change the request. */
export const toolPartsLeftOut = (tool: string, parts: readonly string[], at: string): Diagnostic =>
  make('CX1105', {
    message: `${formatCount(parts.length, 'part')} of tool '${tool}' cannot be written as data and ${parts.length === 1 ? 'was' : 'were'} dropped: ${parts.join(', ')}`,
    at: [at],
    notes: ['requests are the same without this'],
    help: 'give the program its function again where it runs, by the name of the tool',
    data: { tool, parts },
  })

/** Reports callbacks of an agent that are not included in the data. They do not change the request. */
export const callbacksLeftOut = (agent: string, at: string): Diagnostic =>
  make('CX1105', {
    message: `the callbacks of agent '${agent}' are functions, which cannot be written as data, and were dropped`,
    at: [at],
    notes: ['requests are the same without this'],
    help: 'give the callbacks to the runner, or to the agent after you have read the program',
    data: { agent },
  })
