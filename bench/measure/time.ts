import type { Count } from '../library/library.ts'
import { collectGarbage } from './collect.ts'

/** Counts every text once: milliseconds of all, tokens of each. */
export function time(count: Count, texts: readonly string[]): { ms: number; counts: number[] } {
  const counts = new Array<number>(texts.length).fill(0)
  collectGarbage()
  const began = performance.now()
  for (let index = 0; index < texts.length; index++) counts[index] = count(texts[index] as string)
  return { ms: performance.now() - began, counts }
}
