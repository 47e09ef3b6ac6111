import type { RunEvent, RunOutcome } from '../../run/runner/run-event.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'

/** Reporter that writes the events and the outcome of a run. */
export interface Reporter {
  print(event: RunEvent): void
  /** Called when a run has ended or waits, before its outcome is reported. */
  end(): void
  outcome(outcome: RunOutcome, waiting: readonly WaitingCall[]): void
}
