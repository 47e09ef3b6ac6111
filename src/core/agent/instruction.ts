import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import type { PromptText } from '../template/prompt-text.ts'

/** Input of a function that writes an instruction. */
export interface InstructionContext {
  /**
   * Keys and values of the session, read-only: an assignment throws. Diagnostics report the keys that the function
   * reads (CX6002, CX6003).
   */
  readonly state: State
  /** Agent for which the instruction is written. */
  readonly agent: { readonly name: string; readonly description?: string }
  /** Text of the last user message; null if there is no user message yet. */
  readonly lastUserText: string | null
  /** Milliseconds since 1970, from the option `now`; null if the option is not set. */
  readonly now: number | null
}

/**
 * Writes an instruction when a request needs it. If the function returns a string, placeholders of keys without a scope
 * are filled. A placeholder is not filled if someone less trusted than the developer wrote the same one. In a returned
 * `promptText`, only the literal parts are filled.
 */
export type InstructionProvider<Arguments extends readonly unknown[] = readonly never[]> = (
  context: InstructionContext,
  ...args: Arguments
) => string | PromptText | Promise<string | PromptText>

/** Reference to a function that supplies instruction text, by its module, so that an agent stays plain data. */
export interface ProviderReference {
  /**
   * Name of a package, with a path into it, or a `file:` URL; a function given as `allowImport` may accept other names.
   */
  readonly module: string
  /** Name of the export; `default` if omitted. */
  readonly export?: string
  /** Arguments that are passed after the context. */
  readonly args?: readonly JsonValue[]
}

/**
 * Template, or a function that writes one: the function alone, a list with the function and the arguments after the
 * context, or a reference to a module.
 */
export type Instruction =
  | string
  | InstructionProvider
  | readonly [InstructionProvider<never>, ...(readonly unknown[])]
  | ProviderReference

/** Whether an instruction is a reference to a function in a module. */
export const isReference = (instruction: Instruction | undefined): instruction is ProviderReference =>
  typeof instruction === 'object' && !Array.isArray(instruction)

/**
 * Marks references that came from plain data. The symbol is process-wide, so that a second copy of this package finds
 * it too.
 */
const dataMark = Symbol.for('ctxc.reference-of-data')

/** Returns a marked copy of a reference from plain data. Compiling imports its module only if the caller allows it. */
export const markAsData = (reference: ProviderReference): ProviderReference =>
  Object.freeze(Object.defineProperty({ ...reference }, dataMark, { value: true }))

/** Whether a reference came from plain data. */
export const isMarkedAsData = (reference: ProviderReference): boolean => dataMark in reference

/** Whether a function writes the instruction when a request needs it. */
export const isWrittenByFunction = (
  instruction: Instruction | undefined,
): instruction is Exclude<Instruction, string> => instruction !== undefined && typeof instruction !== 'string'

/** Whether a function writes one of an agent's instructions, so that each compile must call it. */
export const needsProviders = (
  { instruction }: { readonly instruction?: Instruction },
  { globalInstruction }: { readonly globalInstruction?: Instruction },
): boolean => isWrittenByFunction(instruction) || isWrittenByFunction(globalInstruction)
