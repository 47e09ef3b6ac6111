/** Tolerance, as a share and in tokens, for a number after `about`: stand-ins make random ids, whose tokens vary. */
const [share, tokens] = [0.05, 20]

const amount = /about ([\d,]+)/g

const amountsIn = (line: string): number[] =>
  [...line.matchAll(amount)].map(([, digits = '']) => Number(digits.replaceAll(',', '')))

/** Whether a printed line equals the shown one. A number after `about` may differ by the tolerance. */
function isSame(shown: string, printed: string): boolean {
  if (shown.replaceAll(amount, 'about') !== printed.replaceAll(amount, 'about')) return false
  const numbers = amountsIn(printed)
  return amountsIn(shown).every(
    (number, index) => Math.abs(number - numbers[index]!) <= Math.max(number * share, tokens),
  )
}

/**
 * Compares the output that a page shows with a command's output. A line `…` of the page matches any lines. Returns the
 * first shown line that is missing, or the first line that is too much; null if the outputs match.
 */
export function compareOutput(shown: string, printed: string): string | null {
  const lines = printed.trim().split('\n')
  let at = 0
  let isOpen = false
  for (const line of shown.trim().split('\n')) {
    if (line === '…') {
      isOpen = true
      continue
    }
    const found = isOpen ? lines.findIndex((each, index) => index >= at && isSame(line, each)) : at
    if (found < 0 || lines[found] === undefined || !isSame(line, lines[found]))
      return `expected: ${line}\nprinted:  ${lines[at] ?? '(nothing)'}`
    at = found + 1
    isOpen = false
  }
  return at === lines.length || isOpen ? null : `printed, and not shown: ${lines[at]}`
}
