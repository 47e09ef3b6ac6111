/** `1,234,567`; what `toLocaleString` makes of it takes its tables 25 ms to load. */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** A share from 0 to 1 in per cent: `0 %`, `<1 %`, `37 %`. */
export function percent(share: number): string {
  const value = share * 100
  return value > 0 && value < 1 ? '<1 %' : `${Math.round(value)} %`
}

/** `1 call`, `2,000 calls`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${grouped(count)} ${count === 1 ? noun : plural}`
