import type { SpanTable } from '../../session/unit/span-table.ts'

/** Rates, in tokens, for estimating sizes without reading text. */
export interface Sizing {
  readonly perCharacter: number
  readonly message: number
  readonly call: number
}

/** Estimates the tokens of consecutive parts from their length alone. */
export const sizeOfSpan = (
  spans: SpanTable,
  index: number,
  { perCharacter, message, call }: Sizing,
): number => spans.sizeOf(index) * perCharacter + message + spans.callsOf(index) * call
