import type { Report } from '../compile/contract/result.ts'

/** Returns the share of the request's likely size, from 0 to 1. */
export const share = (tokens: number, { tokens: { input } }: Report): number =>
  input > 0 ? tokens / input : 0
