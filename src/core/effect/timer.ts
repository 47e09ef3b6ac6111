/** Longest time of a timer in milliseconds: a longer one would end at once. */
export const longestTimer = 2 ** 31 - 1

/** Calls a function after some milliseconds; never for a time that no timer holds (24 days), such as `Infinity`. */
export const afterMilliseconds = (
  milliseconds: number,
  call: () => void,
): ReturnType<typeof setTimeout> | undefined =>
  milliseconds > longestTimer ? undefined : setTimeout(call, milliseconds)
