import type { Html } from './html.ts'

/** Maximum sizes of the parts of a page, in characters. A larger page would be slow to open and to search. */
export interface PageSize {
  /**
   * Maximum size of the HTML of all sent units. It fits the largest windows of current models, with each text twice.
   */
  readonly sent: number
  /** Maximum size of the HTML of all dropped units. */
  readonly dropped: number
  /** Maximum length of each text. The page does not show the rest of a longer text. */
  readonly text: number
}

export const pageSize: PageSize = { sent: 12_000_000, dropped: 4_000_000, text: 200_000 }

/**
 * Renders items from the last to the first, until their HTML reaches the maximum size. Returns the rendered items in
 * their original order.
 */
export function renderLastItems<Item>(
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
