import type { Html } from './html.ts'

/** Upper bounds of a page, in characters. A larger page would be slow to open and to search. */
export interface PageSize {
  /** Markup of the units that were sent: the largest windows of today's models, each text twice. */
  readonly sent: number
  /** Markup of the units that were dropped. */
  readonly dropped: number
  /** Each text; the rest of a longer one is not on the page. */
  readonly text: number
}

export const pageSize: PageSize = { sent: 12_000_000, dropped: 4_000_000, text: 200_000 }

/** Renders items from the last one back, until their markup reaches an upper bound. Returns the rendered ones in order. */
export function lastRows<Item>(
  items: readonly Item[],
  most: number,
  render: (item: Item) => Html,
): readonly Html[] {
  const rows: Html[] = []
  let size = 0
  for (let index = items.length - 1; index >= 0 && size < most; index--) {
    const row = render(items[index] as Item)
    size += row.text.length
    rows.push(row)
  }
  return rows.reverse()
}
