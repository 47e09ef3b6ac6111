import { counted } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Mistake in a program that is plain data. */
export interface MistakeFound {
  readonly message: string
  readonly at: string
  /** Path to the mistake, from the root. */
  readonly path: readonly (string | number)[]
  /** Notes that name the agent and the tool around it. */
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
    help: 'name a function by its module, { module, export }, where an instruction is one; declare in code what else has functions',
  })

/** Reports fields of a tool that are not written. The request is the same without them. */
export const toolPartsLeftOut = (tool: string, parts: readonly string[], at: string): Diagnostic =>
  make('CX1105', {
    message: `${counted(parts.length, 'part')} of tool '${tool}' ${parts.length === 1 ? 'is' : 'are'} no data, and dropped: ${parts.join(', ')}`,
    at: [at],
    notes: ['no model is shown them: the request is the same'],
    help: 'whoever runs the program finds by the name of the tool what runs it',
    data: { tool, parts },
  })

/** Reports callbacks of an agent that are not written. The request is the same without them. */
export const callbacksLeftOut = (agent: string, at: string): Diagnostic =>
  make('CX1105', {
    message: `the callbacks of agent '${agent}' are functions, and dropped`,
    at: [at],
    notes: ['no model is shown them: the request is the same'],
    help: 'give them to the runner, or to the agent after the program was read',
    data: { agent },
  })
