import type { Loaded } from '../assembler/loaded.ts'
import type { Cells } from '../measure/cell.ts'
import { digits, times } from './digits.ts'
import { table } from './table.ts'

/** Milliseconds in about three digits, then seconds and minutes; `~` before what was predicted. */
function duration(ms: number, predicted: boolean): string {
  if (predicted && ms > 3.6e6) return '> 1 h'
  const [value, unit] = ms < 20_000 ? [ms, ''] : ms < 120_000 ? [ms / 1e3, ' s'] : [ms / 6e4, ' min']
  const shown = value < 0.0995 ? value.toFixed(3) : digits(value)
  return `${predicted ? '~' : ''}${shown}${unit}`
}

const head = (title: string, sizes: readonly number[]): string[] => [title, ...sizes.map(String)]

/** By how much ours is faster than each, at each size. */
export function ratios(
  title: string,
  libraries: readonly Loaded[],
  sizes: readonly number[],
  cells: Cells,
): string {
  const cell = (name: string, size: number): string => {
    const [ours, theirs] = [cells.ms('ctxc', size), cells.at(name, size)]
    if (!ours || !theirs?.ms) return '–'
    const ratio = theirs.ms / ours
    if (theirs.runs > 0) return times(ratio)
    return ratio > 1_000 ? '> 1000×' : `~${times(ratio)}`
  }
  const rows = libraries
    .filter(({ kind }) => kind !== 'ours')
    .map(({ name }) => [name, ...sizes.map(size => cell(name, size))])
  return table([head(title, sizes), ...rows])
}

/** Milliseconds at each size. */
export function grid(
  title: string,
  libraries: readonly Loaded[],
  sizes: readonly number[],
  cells: Cells,
): string {
  const cell = (name: string, size: number): string => {
    const found = cells.at(name, size)
    return found?.ms ? duration(found.ms, found.runs === 0) : '–'
  }
  const rows = libraries.map(({ name }) => [name, ...sizes.map(size => cell(name, size))])
  return table([head(title, sizes), ...rows])
}
