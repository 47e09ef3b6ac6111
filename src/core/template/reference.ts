import type { ForeignCharacter } from '../form/foreign-character.ts'
import type { Scope } from '../ir/scope.ts'

/**
 * Key of a reference to the state, without the path: `user:name` for `user:name.first`; never for an invalid reference.
 */
export type ReferenceKey<Reference> = Reference extends NoReference
  ? never
  : Reference extends Compound
    ? Reference extends NoCompound
      ? never
      : Reference extends `${infer Key}.${string}`
        ? ScopedKey<Key>
        : ScopedKey<Reference>
    : Reference

type ScopedKey<Key> = Key extends `${infer Before}:${infer Name}`
  ? Before extends Scope
    ? Name extends NoName
      ? never
      : Key
    : never
  : Key

type NoFirst = '-' | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'

// Named types, because TypeScript would build an inline pattern again for every key.
type NoReference = '' | `${NoFirst | '.' | ':'}${string}` | `${string}${ForeignCharacter}${string}`
type Compound = `${string}${'.' | ':'}${string}`
type NoCompound =
  | `artifact.${string}`
  | `${string}.`
  | `${string}..${string}`
  | `${string}.${string}:${string}`
type NoName = '' | `${NoFirst}${string}` | `${string}:${string}`
