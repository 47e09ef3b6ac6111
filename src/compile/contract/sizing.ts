import type { SpanTable } from '../../session/unit/span-table.ts'

/** Rates for estimating sizes where no text is read, in tokens. */
export interface Sizing {
  readonly perCharacter: number
  readonly message: number
  readonly call: number
}

/** Tokens that a run of parts may need, by its length alone. */
export const sizeOfSpan = (
  spans: SpanTable,
  index: number,
  { perCharacter, message, call }: Sizing,
): number => spans.sizeOf(index) * perCharacter + message + spans.callsOf(index) * call
