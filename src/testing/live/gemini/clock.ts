import { close, type GeminiState, type GeminiStep } from './state.ts'

/** Time limit of a connection, and the warning time before the end. Source: live-2026.md A1, session limits. */
const lifetime = 600_000
const notice = 60_000

/** Returns milliseconds as a duration of the protocol, such as `60s`. */
export const duration = (ms: number): string => `${ms / 1000}s`

/** Moves the clock: announces the end of the connection once, and closes the connection at its time limit. */
export const moveGeminiClock = (s: GeminiState, at: number): GeminiStep => {
  if (s.openedAt === undefined) {
    const endsAt = at + (s.options.lifetime ?? lifetime)
    return [{ ...s, openedAt: at, endsAt }, []]
  }
  // Close frame reported for a connection past its time limit: 1008, "The operation was aborted".
  if (at >= s.endsAt) return close(s, 1008, 'The operation was aborted.')
  if (!s.announced && s.setup && at >= s.endsAt - (s.options.goAwayBefore ?? notice))
    return [{ ...s, announced: true }, [{ send: { goAway: { timeLeft: duration(s.endsAt - at) } } }]]
  return [s, []]
}
