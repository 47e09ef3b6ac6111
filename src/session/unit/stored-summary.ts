import { isObject, type JsonObject } from '../../ir/json.ts'

/** A summary as the output of an effect. */
export interface StoredSummary {
  readonly statements: readonly { readonly text: string; readonly from?: readonly number[] }[]
  readonly refused: readonly { readonly text: string; readonly why: string }[]
  readonly value?: JsonObject
}

const holdsTexts = (value: unknown): value is readonly { readonly text: string }[] =>
  Array.isArray(value) && value.every(each => isObject(each) && typeof each.text === 'string')

/** Reads the output of a summary; null for a text that is none. */
export function storedSummary(output: string): StoredSummary | null {
  try {
    const value: unknown = JSON.parse(output)
    const isOne = isObject(value) && holdsTexts(value.statements) && holdsTexts(value.refused)
    return isOne ? (value as unknown as StoredSummary) : null
  } catch {
    return null
  }
}
