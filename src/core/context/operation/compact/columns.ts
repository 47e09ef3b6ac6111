/** Column separators, in order of preference. */
const separators = ['\t', '|', ';', ',']

/** Returns the number of columns if the lines are rows of a table; 0 otherwise. */
export function columnsOf(rows: readonly string[]): number {
  if (rows.length < 5) return 0
  for (const separator of separators) {
    const counts = rows.map(row => countColumns(row, separator))
    const most = counts[0] as number
    // One separator per line may be a coincidence. Lines that end with a separator are probably code.
    const isTable = most > 2 || (most === 2 && !rows.some(row => /[,;]\s*$|^\s/.test(row)))
    const same = counts.filter(count => count === most).length
    if (isTable && same >= rows.length * 0.95) return most
  }
  return 0
}

/** Counts the columns of a row. A separator inside a quoted field does not count. */
function countColumns(row: string, separator: string): number {
  let parts = 1
  let isQuoted = false
  for (const sign of row) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) parts++
  }
  return parts
}
