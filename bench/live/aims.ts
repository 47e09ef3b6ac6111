import type { LiveResults } from './report.ts'

/** Prints each aim, and the worst that was measured. */
export function aims({ bytes, latency, steps, audio, memory }: LiveResults): string {
  const ratios = bytes.flatMap(row => (row.least === null ? [] : [row.bytes / row.least]))
  const idle = bytes.flatMap(({ least, idle: frames }) => (least === null ? [] : [frames]))
  const all = Object.values(steps).flat()
  const sizes = memory.map(({ plain }) => plain)
  const flat = Math.max(...sizes) - Math.min(...sizes)
  return [
    aim('bytes of an hour ÷ the least, best', Math.min(...ratios), 1.1, '×'),
    aim('bytes of an hour ÷ the least, worst', Math.max(...ratios), 1.1, '×'),
    aim('frames in turns without a change', Math.max(...idle), 0, ''),
    aim('change to frame, worst p99', Math.max(...latency.map(({ p99 }) => p99)), 1, ' ms'),
    aim('a step, worst median', Math.max(...all.map(({ p50 }) => p50)), 20, ' µs'),
    aim('a step, worst p99', Math.max(...all.map(({ p99 }) => p99)), 20, ' µs'),
    aim('audio, worst p99', Math.max(...audio.map(({ p99 }) => p99)), 0.2, ' ms'),
    aim("growth of the engine's state, its numbers of one digit", flat, 0, ' characters'),
  ].join('\n')
}

const aim = (what: string, value: number, most: number, unit: string): string =>
  `${value <= most ? 'pass' : 'MISS'}  ${what}: ${Number(value.toFixed(3))}${unit}, aimed at ${most}${unit}`
