import type { CompileOptions } from './options.ts'

/** Copies options, so that later changes in place are noticed and do not affect a running compile. */
export const copyOptions = ({ budget, cache, modelRows, ...options }: CompileOptions): CompileOptions => ({
  ...options,
  ...(budget !== undefined && { budget: typeof budget === 'object' ? { ...budget } : budget }),
  ...(modelRows !== undefined && { modelRows: structuredClone(modelRows) }),
  ...(cache !== undefined && { cache: typeof cache === 'object' ? { ...cache } : cache }),
})

/** Returns options without undefined values. */
export const definedOptions = (options: CompileOptions): CompileOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
