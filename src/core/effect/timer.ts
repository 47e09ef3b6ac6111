/** Longest duration of a timer in milliseconds; a longer timer would fire immediately. */
export const longestTimer = 2 ** 31 - 1

/**
 * Calls a function after some milliseconds; never if the time is longer than a timer supports (24 days), such as
 * `Infinity`.
 */
export const afterMilliseconds = (
  milliseconds: number,
  call: () => void,
): ReturnType<typeof setTimeout> | undefined =>
  milliseconds > longestTimer ? undefined : setTimeout(call, milliseconds)
