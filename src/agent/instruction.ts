import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import type { PromptText } from '../template/prompt-text.ts'

/** Input of a function that writes an instruction. */
export interface InstructionContext {
  /** Keys and values of the session, read only: a change throws. What is looked at is told of (CX6002, CX6003). */
  readonly state: State
  /** The agent that is to be told. */
  readonly agent: { readonly name: string; readonly description?: string }
  /** The text of the last user message; null before there is one. */
  readonly lastUserText: string | null
  /** Milliseconds since 1970, as the option `now` says; null where it was not given. */
  readonly now: number | null
}

/**
 * Writes an instruction when it is needed. In a string that it returns, placeholders of keys without a scope are filled,
 * unless somebody below the developer wrote the same placeholder; in a `promptText`, those of its literal parts.
 */
export type InstructionProvider<Arguments extends readonly unknown[] = readonly never[]> = (
  context: InstructionContext,
  ...args: Arguments
) => string | PromptText | Promise<string | PromptText>

/** A provider by its module, so that an agent stays plain data. */
export interface ProviderReference {
  /** A package, with a path into it, or a `file:` URL; or whatever a function given as `allowImport` takes. */
  readonly module: string
  /** Name of the export; `default` when left out. */
  readonly export?: string
  /** Given to it after the context. */
  readonly args?: readonly JsonValue[]
}

/** A template; or a function that writes one, alone or with arguments that it is given after the context, or by reference. */
export type Instruction =
  | string
  | InstructionProvider
  | readonly [InstructionProvider<never>, ...(readonly unknown[])]
  | ProviderReference

/** Whether an instruction is written by a function that it names by its module. */
export const isReference = (instruction: Instruction | undefined): instruction is ProviderReference =>
  typeof instruction === 'object' && !Array.isArray(instruction)

/** Marks references that came from data. A symbol of the whole process, so that a second copy of this package sees it too. */
const dataMark = Symbol.for('ctxc.reference-of-data')

/** A reference that data holds, marked: compiling imports its module only if the caller allows it. */
export const ofData = (reference: ProviderReference): ProviderReference =>
  Object.freeze(Object.defineProperty({ ...reference }, dataMark, { value: true }))

/** Whether a reference came from data. */
export const isOfData = (reference: ProviderReference): boolean => dataMark in reference

/** Whether an instruction is written when it is needed. */
export const isProvided = (
  instruction: Instruction | undefined,
): instruction is Exclude<Instruction, string> => instruction !== undefined && typeof instruction !== 'string'
