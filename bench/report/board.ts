import type { Library } from '../library/library.ts'
import { type Better, versus } from './best.ts'
import { digits, times } from './digits.ts'
import { table } from './table.ts'

/** A column of a board. */
export interface Column {
  readonly name: string
  readonly better: Better
}

/** One row a library, then how ours compares with the best peers. */
export function board(
  title: string,
  columns: readonly Column[],
  libraries: readonly Library[],
  value: (library: Library, column: string) => number | null,
): string {
  const compared = columns.map(({ name, better }) =>
    versus(libraries, better, library => value(library, name)),
  )
  return table([
    [title, '', ...columns.map(({ name }) => name)],
    ...libraries.map(library => [
      library.name,
      library.kind,
      ...columns.map(({ name }) => digits(value(library, name))),
    ]),
    ['ours / fastest peer', '', ...compared.map(({ peer }) => times(peer))],
    ['ours / fastest JavaScript', '', ...compared.map(({ javascript }) => times(javascript))],
    ['ours / native', '', ...compared.map(({ native }) => times(native))],
    ['fastest peer', '', ...compared.map(({ best }) => best?.name ?? '–')],
  ])
}
