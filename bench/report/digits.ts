/** About three digits. */
export function digits(value: number | null): string {
  if (value === null) return '–'
  return value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2)
}

/** A factor, such as 3.2×. */
export const times = (value: number | null): string => (value === null ? '–' : `${digits(value)}×`)
