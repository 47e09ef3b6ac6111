import type { LiveSession } from './live-session.ts'
import { runnerMark } from './turn-context.ts'

/** Denies the calls whose time for an approval is over. `now` is in milliseconds since 1970. */
export async function denyExpiredCalls(live: LiveSession, now: number): Promise<void> {
  await live.append(() => ({
    events: live.steps.flatMap(({ kind, calls = [], until = Number.POSITIVE_INFINITY }) =>
      kind !== 'wait' || until > now
        ? []
        : calls.map(call =>
            runnerMark({
              decided: { call, approved: false, by: 'ctxc', digest: '', why: 'nobody decided in time' },
            }),
          ),
    ),
  }))
}
