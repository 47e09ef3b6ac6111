/** Aligned columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[], gap = 2): string {
  const columns = Math.max(...rows.map(row => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map(row => (row[column] ?? '').length)),
  )
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + gap)
  return rows.map(row => row.map(pad).join('').trimEnd()).join('\n')
}
