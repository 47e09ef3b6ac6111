import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'

/** What a function that writes an instruction may look at. */
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

/** Writes an instruction when it is needed. What it returns is read as a template. */
export type InstructionProvider<Arguments extends readonly unknown[] = readonly never[]> = (
  context: InstructionContext,
  ...args: Arguments
) => string | Promise<string>

/** A provider by its module, so that an agent stays plain data. */
export interface ProviderReference {
  /** A package, with a path into it, or a `file:` URL; or whatever the option `load` takes. */
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

/** Whether an instruction is written when it is needed. */
export const isProvided = (
  instruction: Instruction | undefined,
): instruction is Exclude<Instruction, string> => instruction !== undefined && typeof instruction !== 'string'
