import type { Entry, Explanation } from '../../../core/explain/explanation.ts'
import { fitColumns, oneLine } from '../../../core/text/columns.ts'
import { largestOf } from '../../../core/text/list.ts'
import { formatNumber, percent } from '../../../core/text/number.ts'

const tokenColumns = 10
const shareColumns = 7
const mostPointer = 26

/** Widths of the columns in the tree of an explanation. */
export interface Layout {
  readonly width: number
  readonly label: number
  readonly pointer: number
}

/** Divides a width into columns. Pointers get the width that they need, and labels get the remaining width. */
export function layoutOf({ sections }: Explanation, width: number): Layout {
  const lengths = sections
    .flatMap(section => [section, ...section.entries])
    .map(({ pointer }) => pointer?.length ?? 0)
  const pointer = Math.min(mostPointer, largestOf(lengths, 9))
  return { width, pointer, label: width - pointer - 2 - tokenColumns - shareColumns }
}

/** Renders a line of the tree: label, size, share, and place in the request. */
export function treeLine(
  label: string,
  entry: Pick<Entry, 'tokens' | 'share' | 'pointer'>,
  layout: Layout,
): string {
  const numbers =
    fitColumns(formatNumber(entry.tokens), tokenColumns, 'right') +
    fitColumns(percent(entry.share), shareColumns, 'right')
  return `${fitColumns(label, layout.label)}${numbers}  ${fitColumns(oneLine(entry.pointer ?? ''), layout.pointer)}`.trimEnd()
}

/** Renders the headings of the tree's columns. */
export function treeHead(title: string, layout: Layout): string {
  const numbers = fitColumns('tokens', tokenColumns, 'right') + fitColumns('share', shareColumns, 'right')
  return `${fitColumns(title, layout.label)}${numbers}  begins at`
}
