import { afterMilliseconds } from '../../../core/effect/timer.ts'
import { untilAborted } from '../../../core/effect/until-aborted.ts'
import { readFailure } from '../../models/failure.ts'

/** Number of calls of a model at most, and the delays between them in milliseconds. */
export interface Retry {
  /** Number of calls at most, the first one included; 3 by default, 1 for no retry. */
  readonly attempts?: number
  /** Most delay before the second call, 500 by default; it doubles with each call. The delay is a random part of it. */
  readonly delay?: number
  /** Longest delay, 30,000 by default. A call that is to wait longer, as the provider says, is not made again. */
  readonly longestDelay?: number
}

export const defaultRetry: Required<Retry> = { attempts: 3, delay: 500, longestDelay: 30_000 }

/**
 * Returns the milliseconds to wait before a call that failed `failed` times is made again; null if it is not to be made
 * again. The delay is random, so that many sessions do not come back at once ("full jitter").
 */
export function delayAfter(
  error: unknown,
  failed: number,
  { attempts, delay, longestDelay }: Required<Retry>,
  random: () => number,
): number | null {
  const { isPassing, retryAfter } = readFailure(error)
  if (!isPassing || failed >= attempts) return null
  if (retryAfter === null) return random() * Math.min(longestDelay, delay * 2 ** (failed - 1))
  return retryAfter > longestDelay ? null : retryAfter + random() * delay
}

/** Waits; rejects at once if the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<void>(resolve => {
    timer = afterMilliseconds(milliseconds, resolve)
  })
  try {
    await untilAborted(ended, signal)
  } finally {
    clearTimeout(timer)
  }
}
