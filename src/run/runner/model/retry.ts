import { afterMilliseconds } from '../../../core/effect/timer.ts'
import { untilAborted } from '../../../core/effect/until-aborted.ts'
import { readFailure } from '../../models/failure.ts'

/** Number of attempts of a model call, and delays between them in milliseconds. */
export interface Retry {
  /** Maximum number of attempts, including the first; 3 by default. 1 means no retry. */
  readonly attempts?: number
  /**
   * Maximum delay before the second attempt, 500 by default. It doubles with each attempt. The actual delay is a random
   * part of this maximum.
   */
  readonly delay?: number
  /** Maximum of all delays, 30,000 by default. If the provider asks for a longer delay, the call is not repeated. */
  readonly longestDelay?: number
}

export const defaultRetry: Required<Retry> = { attempts: 3, delay: 500, longestDelay: 30_000 }

/**
 * Returns the milliseconds to wait before repeating a call that failed `failed` times; null if it must not be repeated.
 * The delay is random ("full jitter"), so that many sessions do not retry at the same moment.
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

/** Waits for some milliseconds. Rejects as soon as the signal aborts. */
export async function waitUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
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
