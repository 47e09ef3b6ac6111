import type { ContextInput } from './built.ts'

/**
 * Keys of the state that an agent's context requires. A key that is read only under a condition is not required. A
 * plain `ContextInput` requires no keys.
 */
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
