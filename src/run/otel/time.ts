import type { HrTime } from '@opentelemetry/api'

/** Returns milliseconds since 1970 as the API has a time: a plain number could be taken for one since the process began. */
export const hrTime = (milliseconds: number): HrTime => {
  const seconds = Math.floor(milliseconds / 1_000)
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1_000_000)]
}
