import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports a placeholder whose path names a field that the value never has. */
export const fieldMissing = (
  slot: { readonly agent: string; readonly reference: string; readonly key: string },
  why: readonly string[],
  at: string,
): Diagnostic =>
  make('CX1016', {
    message: `'${slot.agent}' reads {${slot.reference}}, but no schema of '${slot.key}' has that field, so the value is always missing`,
    at: [at],
    notes: why,
    help: `add the field to the outputSchema of the agent that writes '${slot.key}', or read another field`,
    data: slot,
  })

/** Reports text of an instruction that changes from turn to turn, and has much unchanged text after it. */
export const changingTextBeforeStable = (
  agent: string,
  first: string,
  behind: number,
  at: string,
): Diagnostic =>
  make('CX1017', {
    message: `${first} in the instruction of '${agent}' changes from turn to turn, so no cache can hold the ${formatCount(behind, 'unchanging character')} after it`,
    at: [at],
    help: 'move the placeholder to the end of the instruction, or move the unchanging text into staticInstruction or globalInstruction and set instructionOrder',
    data: { agent, behind },
  })

/** Reports that the keys that an instruction reads are unknown, because a function writes the instruction. */
export const instructionUnknown = (agent: string, at: string): Diagnostic =>
  make('CX1018', {
    message: `a function writes the instruction of '${agent}', so the keys that it reads are unknown until it runs`,
    at: [at],
    help: 'let the function return only what changes, and put the keys into a template',
    data: { agent },
  })

/** Reports that an instruction will contain text of a user or a tool. */
export const untrustedKey = (
  slot: { readonly agent: string; readonly key: string },
  from: readonly string[],
  at: string,
): Diagnostic =>
  make('CX1019', {
    message: `{${slot.key}} in the instruction of '${slot.agent}' comes from ${from.join(', ')}, but the model treats it as the developer's words`,
    at: [at],
    help: 'remove it from the instruction, because the history contains it anyway; or let an agent turn it into an enum, a number, a boolean or a date with an outputSchema',
    data: { ...slot, from },
  })

/** Reports that an instruction will contain text of a model. */
export const modelKey = (
  slot: { readonly agent: string; readonly key: string },
  from: readonly string[],
  at: string,
): Diagnostic =>
  make('CX1020', {
    message: `{${slot.key}} in the instruction of '${slot.agent}' was written by a model: ${from.join(', ')}`,
    at: [at],
    help: 'give the writer an outputSchema with an enum, a number, a boolean or a date: such a value cannot hold instructions',
    data: { ...slot, from },
  })

/** Reports an agent whose answer is stored under a key that was inferred from the next member, which reads that key. */
export const keyInferred = (agent: string, key: string, at: string): Diagnostic =>
  make('CX1022', {
    message: `the answer of '${agent}' is stored under '${key}', because the member right after it reads that key`,
    at: [at],
    help: `declare it on the agent: outputKey: '${key}'`,
    data: { agent, key },
  })

/** Reports an inferred key for an answer, if the key closely resembles another key. */
export const keyMistyped = (
  answer: { readonly agent: string; readonly key: string },
  meant: string,
  at: string,
): Diagnostic =>
  make('CX1023', {
    message: `the answer of '${answer.agent}' is stored under '${answer.key}', because the member right after it reads that key`,
    at: [at],
    help: `did you mean '${meant}'? If '${answer.key}' is right, declare outputKey: '${answer.key}'`,
    data: { ...answer, meant },
  })

/**
 * Reports an instruction that the agent's own tools change, so that the prefix of the agent's next request changes too.
 */
export const changedByTools = (
  slot: { readonly agent: string; readonly reference: string },
  tools: readonly string[],
  at: string,
): Diagnostic =>
  make('CX1024', {
    message: `the instruction of '${slot.agent}' has {${slot.reference}}, which its own ${tools.length === 1 ? 'tool' : 'tools'} ${tools.map(name => `'${name}'`).join(', ')} may change; the prefix of the next request then changes, and no cache holds the rest of the instruction or the history`,
    at: [at],
    help: 'remove the placeholder from the instruction: the result of the call is in the history, and can report the change',
    data: { ...slot, tools },
  })

/** Reports that consecutive requests of an agent share a prefix that is too short for its provider's cache. */
export const prefixTooShortForCache = (
  agent: string,
  { model, size, minimum }: { readonly model: string; readonly size: number; readonly minimum: number },
  at: string,
): Diagnostic =>
  make('CX1025', {
    message: `requests of '${agent}' share at most ${formatCount(size, 'token')}, but '${model}' caches no prefix below ${formatCount(minimum, 'token')}`,
    at: [at],
    help: 'this is no fault: each request pays for its prefix in full, because the prefix is short',
    data: { agent, model, size, minimum },
  })

/** Reports that an agent's instruction, tools and schema alone exceed the limit of a request. */
export const headTooLarge = (
  agent: string,
  { limit, sections }: { readonly limit: number; readonly sections: Readonly<Record<string, number>> },
  at: string,
): Diagnostic => {
  const needed = Object.values(sections).reduce((sum, size) => sum + size, 0)
  return make('CX1021', {
    message: `the instruction, tools and schema of '${agent}' may need ${formatCount(needed, 'token')}, but the limit is ${formatCount(limit, 'token')}, so no request can be made`,
    at: [at],
    notes: Object.entries(sections).map(([name, size]) => `${name}: up to ${formatCount(size, 'token')}`),
    help: `raise budget.input by at least ${formatCount(needed - limit, 'token')} plus room for messages, or shorten the largest of these`,
    data: { agent, limit, needed, sections },
  })
}
