import { isObject, type JsonObject } from '../../ir/json.ts'
import { isTooDeep } from '../../text/depth.ts'
import { parseJson } from '../../text/json.ts'

/** A summary as it is stored in the output of an effect. */
export interface StoredSummary {
  readonly statements: readonly { readonly text: string; readonly from?: readonly number[] }[]
  readonly refused: readonly { readonly text: string; readonly why: string }[]
  readonly value?: JsonObject
}

const isListWithTexts = (value: unknown, fields: readonly string[]): boolean =>
  Array.isArray(value) &&
  value.every(each => isObject(each) && fields.every(field => typeof each[field] === 'string'))

/** Maximum length of the reason for which a statement was refused, in characters. */
const longestWhy = 20

/** Reads a summary from the output of an effect; null if the text does not describe a summary. */
export function readStoredSummary(output: string): StoredSummary | null {
  const value = parseJson(output)
  if (!isObject(value) || isTooDeep(value)) return null
  const { statements, refused, value: whole } = value
  if (!isListWithTexts(statements, ['text']) || !isListWithTexts(refused, ['text', 'why'])) return null
  if (whole !== undefined && !isObject(whole)) return null
  const summary = value as unknown as StoredSummary
  const isShort = summary.refused.every(({ why }) => why.length <= longestWhy)
  return isShort && (summary.statements.length > 0 || whole !== undefined) ? summary : null
}
