/** Returns a time as text, to the second; `unknown` for one that no calendar has. */
export const timeText = (time: number | undefined): string =>
  time === undefined || !(Math.abs(time) <= 8.64e15)
    ? 'unknown'
    : new Date(time).toISOString().replace('T', ' ').replace(/\..*/, ' UTC')
