import { median } from './median.ts'

/** Measured values, by column and library. */
export interface Samples {
  add(column: string, library: string, value: number): void
  /** Null where nothing was measured. */
  median(column: string, library: string): number | null
}

export function createSamples(): Samples {
  const values = new Map<string, number[]>()
  const key = (column: string, library: string): string => `${library}: ${column}`
  return {
    add(column, library, value) {
      const list = values.get(key(column, library)) ?? []
      values.set(key(column, library), list)
      list.push(value)
    },
    median(column, library) {
      const list = values.get(key(column, library))
      return list ? median(list) : null
    },
  }
}
