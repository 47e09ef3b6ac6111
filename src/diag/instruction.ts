import type { Diagnostic } from './diagnostic.ts'
import { counted, make } from './make.ts'

/** A slot goes on into a value that does not have such a field. */
export const fieldMissing = (
  slot: { readonly agent: string; readonly reference: string; readonly key: string },
  why: readonly string[],
  at: string,
): Diagnostic =>
  make('CX1016', {
    message: `'${slot.agent}' reads {${slot.reference}}, and no form of '${slot.key}' has that field: the value is missing`,
    at: [at],
    notes: why,
    help: `add the field to the outputSchema of the agent that writes '${slot.key}', or read another`,
    data: slot,
  })

/** Text that changes from turn to turn stands before much that does not. */
export const volatileFirst = (agent: string, first: string, behind: number, at: string): Diagnostic =>
  make('CX1017', {
    message: `${first} in the instruction of '${agent}' changes from turn to turn, and ${counted(behind, 'character')} that stay the same stand behind it: no provider's cache has those`,
    at: [at],
    help: 'put it at the end of the instruction, or what stays the same into staticInstruction or globalInstruction, with instructionOrder',
    data: { agent, behind },
  })

/** What an instruction reads shows only when it is written. */
export const instructionUnknown = (agent: string, at: string): Diagnostic =>
  make('CX1018', {
    message: `the instruction of '${agent}' is written by a function: which keys it reads is not known before it runs`,
    at: [at],
    help: 'let the function return what changes alone, and write the keys into a template',
    data: { agent },
  })

/** Words of a user or a tool will stand in an instruction. */
export const untrustedKey = (
  slot: { readonly agent: string; readonly key: string },
  from: readonly string[],
  at: string,
): Diagnostic =>
  make('CX1019', {
    message: `{${slot.key}} in the instruction of '${slot.agent}' is from ${from.join(', ')}: the model takes it for the developer's words`,
    at: [at],
    help: 'leave it in the history, where it is anyway; or let an agent make of it what a schema leaves no room for words: an enum, a number, a boolean, a date',
    data: { ...slot, from },
  })

/** Words of a model will stand in an instruction. */
export const modelKey = (
  slot: { readonly agent: string; readonly key: string },
  from: readonly string[],
  at: string,
): Diagnostic =>
  make('CX1020', {
    message: `{${slot.key}} in the instruction of '${slot.agent}' is what a model wrote: ${from.join(', ')}`,
    at: [at],
    help: 'an outputSchema with an enum, a number, a boolean or a date says that it is data',
    data: { ...slot, from },
  })

/** An answer is kept under the key that the member behind it reads. */
export const keyInferred = (agent: string, key: string, at: string): Diagnostic =>
  make('CX1022', {
    message: `the answer of '${agent}' is kept under '${key}', because the member right behind it reads that`,
    at: [at],
    help: `say it where the agent is declared: outputKey: '${key}'`,
    data: { agent, key },
  })

/** An answer is kept under the key that the member behind it reads, and another key is spelled much like that. */
export const keyMistyped = (
  answer: { readonly agent: string; readonly key: string },
  meant: string,
  at: string,
): Diagnostic =>
  make('CX1023', {
    message: `the answer of '${answer.agent}' is kept under '${answer.key}', which the member right behind it reads: did that mean '${meant}'?`,
    at: [at],
    help: `read '${meant}', or say that it is another key: outputKey: '${answer.key}'`,
    data: { ...answer, meant },
  })

/** What an agent is told is larger than all that may be sent. */
export const headTooLarge = (
  agent: string,
  { limit, sections }: { readonly limit: number; readonly sections: Readonly<Record<string, number>> },
  at: string,
): Diagnostic => {
  const needed = Object.values(sections).reduce((sum, size) => sum + size, 0)
  return make('CX1021', {
    message: `what '${agent}' is told and may call may need ${counted(needed, 'token')} before anybody speaks, and the limit is ${counted(limit, 'token')}: no request can be made`,
    at: [at],
    notes: Object.entries(sections).map(([name, size]) => `${name}: up to ${counted(size, 'token')}`),
    help: `raise budget.input by at least ${counted(needed - limit, 'token')} and what is said, or shorten the largest of these`,
    data: { agent, limit, needed, sections },
  })
}
