import { assertSession } from '../../session/assert-session.ts'
import type { Session } from '../../session/session.ts'
import { assertMemoryOwner, assertOptions } from './assert-options.ts'
import type { CompileOptions } from './options.ts'

/** Checks the inputs of a compile, and returns a copy of the compiler's `own` options with the call's `overrides`. */
export function optionsOfCall(
  session: Session,
  own: CompileOptions,
  overrides: CompileOptions,
): CompileOptions {
  assertSession(session, 'compile')
  assertOptions(overrides)
  const options = copyOptions({ ...own, ...definedOptions(overrides) })
  assertMemoryOwner(options)
  return options
}

/** Copies options. So a caller's changes to its options are noticed, and do not affect a running compile. */
export const copyOptions = ({ budget, cache, modelRows, ...options }: CompileOptions): CompileOptions => ({
  ...options,
  ...(budget !== undefined && { budget: typeof budget === 'object' ? { ...budget } : budget }),
  ...(modelRows !== undefined && { modelRows: structuredClone(modelRows) }),
  ...(cache !== undefined && { cache: typeof cache === 'object' ? { ...cache } : cache }),
})

/** Returns options without undefined values. */
const definedOptions = (options: CompileOptions): CompileOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
