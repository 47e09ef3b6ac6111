import type { JsonValue } from '../ir/json.ts'

/** A step as plain data: the arguments of its function of `S`, if none of them is a function. */
export type StepData =
  | { readonly kind: 'S.set' | 'S.defaults'; readonly values: Readonly<Record<string, JsonValue>> }
  | { readonly kind: 'S.pick' | 'S.drop' | 'S.require'; readonly keys: readonly string[] }
  | { readonly kind: 'S.rename'; readonly names: Readonly<Record<string, string>> }
  | { readonly kind: 'S.capture'; readonly key: string }
  | {
      readonly kind: 'S.merge'
      readonly keys: readonly string[]
      readonly into: string
      readonly separator?: string
    }
  | { readonly kind: 'S.log'; readonly keys?: readonly string[]; readonly label?: string }
  | { readonly kind: 'S.pipe'; readonly steps: readonly StepData[] }
