import type { Cells } from '../measure/cell.ts'
import type { Memory } from '../measure/memory.ts'
import { digits } from './digits.ts'

/** Something that is said of ours, and what was found. */
export interface Claim {
  readonly text: string
  readonly value: number
  readonly limit: number
  readonly unit: '×' | 'ms' | 'MB'
  readonly holds: boolean
}

const claim = (text: string, value: number | null, limit: number, unit: Claim['unit']): Claim => {
  const found = value ?? Number.NaN
  return { text, value: found, limit, unit, holds: found < limit }
}

/** Lists the promises, each at the sizes for which it is made. */
export function claimsOf(cold: Cells, append: Cells, memory: Memory, sizes: readonly number[]): Claim[] {
  const floor = (size: number): number =>
    (cold.ms('bare loop, our counter', size) ?? Number.NaN) + (cold.ms('one pass', size) ?? Number.NaN)
  const of = (cells: Cells, size: number): number => cells.ms('ctxc', size) ?? Number.NaN
  const promised = sizes.filter(size => size >= 1_000)
  const [least = 0, most = 0] = [promised[0], promised.at(-1)]
  return [
    ...promised.map(size =>
      claim(
        `cold at ${size} / (bare loop + one pass)`,
        of(cold, size) / floor(size),
        size < 100_000 ? 1.8 : 1.5,
        '×',
      ),
    ),
    ...promised.map(size => claim(`append and recompile at ${size}`, of(append, size), 0.5, 'ms')),
    claim(`append and recompile at ${most} / at ${least}`, of(append, most) / of(append, least), 1.3, '×'),
    claim(`memory beyond the input at ${memory.size}`, memory.session, 12, 'MB'),
  ]
}

export const claimLine = ({ text, value, limit, unit, holds }: Claim): string =>
  `${holds ? 'pass' : 'FAIL'}  ${text}: ${digits(value)} ${unit}, promised less than ${limit} ${unit}`
