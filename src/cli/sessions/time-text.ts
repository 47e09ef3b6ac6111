/** Returns a time as text, in UTC and to the second; a text of its own for a time that there is not. */
export const timeText = (time: number | undefined): string =>
  time === undefined || !(Math.abs(time) <= 8.64e15)
    ? 'unknown'
    : new Date(time).toISOString().replace('T', ' ').replace(/\..*/, '')
