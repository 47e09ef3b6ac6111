import { counted } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports a slot with a path to a field that its value never has. */
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

/** Reports text that changes from turn to turn and precedes much text that does not. */
export const volatileFirst = (agent: string, first: string, behind: number, at: string): Diagnostic =>
  make('CX1017', {
    message: `${first} in the instruction of '${agent}' changes from turn to turn, and ${counted(behind, 'character')} that stay the same stand behind it: no provider's cache has those`,
    at: [at],
    help: 'put it at the end of the instruction, or what stays the same into staticInstruction or globalInstruction, with instructionOrder',
    data: { agent, behind },
  })

/** Reports that the reads of an instruction are unknown until a function writes it. */
export const instructionUnknown = (agent: string, at: string): Diagnostic =>
  make('CX1018', {
    message: `the instruction of '${agent}' is written by a function: which keys it reads is not known before it runs`,
    at: [at],
    help: 'let the function return what changes alone, and write the keys into a template',
    data: { agent },
  })

/** Reports that an instruction will contain words of a user or a tool. */
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

/** Reports that an instruction will contain words of a model. */
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

/** Reports an answer whose key is inferred from the member after it, which reads that key. */
export const keyInferred = (agent: string, key: string, at: string): Diagnostic =>
  make('CX1022', {
    message: `the answer of '${agent}' is kept under '${key}', because the member right behind it reads that`,
    at: [at],
    help: `say it where the agent is declared: outputKey: '${key}'`,
    data: { agent, key },
  })

/** Reports an answer with an inferred key that closely resembles another key. */
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

/** Reports an instruction that the agent's own tools change, and with it the prefix of its next request. */
export const changedByTools = (
  slot: { readonly agent: string; readonly reference: string },
  tools: readonly string[],
  at: string,
): Diagnostic =>
  make('CX1024', {
    message: `'${slot.agent}' is told {${slot.reference}}, which its own ${tools.length === 1 ? 'tool' : 'tools'} ${tools.map(name => `'${name}'`).join(', ')} may change: the next request then begins otherwise, and no provider's cache has what stands behind it, the history with it`,
    at: [at],
    help: 'the result of the call is in the history already: let it say what changed, and take the key out of the instruction',
    data: { ...slot, tools },
  })

/** Reports that the requests of an agent share fewer tokens than its model's provider caches. */
export const neverCached = (
  agent: string,
  { model, size, minimum }: { readonly model: string; readonly size: number; readonly minimum: number },
  at: string,
): Diagnostic =>
  make('CX1025', {
    message: `whatever is asked, requests of '${agent}' have at most ${counted(size, 'token')} in common, and less than ${minimum} are not cached for '${model}'`,
    at: [at],
    help: `nothing is wrong with that: it is paid for in full each time; from ${minimum} tokens on it would not be`,
    data: { agent, model, size, minimum },
  })

/** Reports that the instruction, tools and schema of an agent are larger than the limit of a request. */
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
