import type { SpanTable } from '../../session/unit/span-table.ts'

/** Rates for estimating sizes without reading text, in tokens. */
export interface Sizing {
  readonly perCharacter: number
  readonly message: number
  readonly call: number
}

/** Estimates the tokens of a run of parts from its length alone. */
export const sizeOfSpan = (
  spans: SpanTable,
  index: number,
  { perCharacter, message, call }: Sizing,
): number => spans.sizeOf(index) * perCharacter + message + spans.callsOf(index) * call
