import type { RunEvent, RunOutcome } from '../../run/runner/run-event.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'

/** Writer of reports about a run. */
export interface Reporter {
  print(event: RunEvent): void
  /** Called when a run rests, before its outcome is reported. */
  end(): void
  outcome(outcome: RunOutcome, waiting: readonly WaitingCall[]): void
}
