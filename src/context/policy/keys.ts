import type { ContextInput } from './built.ts'

/** The keys of the state that an agent's context has to find; those under a condition, and of any context, it does without. */
export type ContextKeys<Given> = [ContextInput] extends [Given] ? never : KeysOf<Given>

type KeysOf<Given> = Given extends readonly (infer Item)[]
  ? ContextKeys<Item>
  : '~reads' extends keyof Given
    ? Given extends { readonly '~reads'?: infer Reads }
      ? string extends Reads
        ? never
        : Extract<Reads, string>
      : never
    : never
