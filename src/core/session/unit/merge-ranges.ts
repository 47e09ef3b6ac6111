import type { EventRange } from '../../ir/event.ts'

/** Returns the ranges in order and without overlap; adjacent ranges are merged. */
export function mergedRanges(ranges: readonly EventRange[]): EventRange[] {
  const whole: { from: number; to: number }[] = []
  for (const { from, to } of [...ranges].sort((left, right) => left.from - right.from)) {
    const last = whole.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else if (from < to) whole.push({ from, to })
  }
  return whole
}
