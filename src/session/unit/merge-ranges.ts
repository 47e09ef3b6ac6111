import type { EventRange } from '../../ir/event.ts'

/** Ranges in order, those that touch as one: no event is in two. */
export function merged(ranges: readonly EventRange[]): EventRange[] {
  const whole: { from: number; to: number }[] = []
  for (const { from, to } of [...ranges].sort((left, right) => left.from - right.from)) {
    const last = whole.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else if (from < to) whole.push({ from, to })
  }
  return whole
}
