/** Formats a number as `1,234,567`; `toLocaleString` would take 25 ms to load its tables. */
export const formatNumber = (value: number): string =>
  String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Formats a share from 0 to 1 as a percentage: `0 %`, `<1 %`, `37 %`. */
export function percent(share: number): string {
  const value = share * 100
  return value > 0 && value < 1 ? '<1 %' : `${Math.round(value)} %`
}

/** Formats a count with its noun: `1 call`, `2,000 calls`. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`
