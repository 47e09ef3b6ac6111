import { reasonOf } from '../../core/text/reason.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { reportError } from '../report-error.ts'
import { continueCommand } from './go-on.ts'
import type { ReportedRun } from './text-reporter.ts'

/** Reports that the session store failed during a run, and returns the exit code. Any other error is thrown again. */
export function storeFailure(error: unknown, { file, session, given }: ReportedRun, io: Io): number {
  // Errors of SQLite and of the file system have a `code`; other errors have none.
  if (error instanceof UsageError || !(error instanceof Error) || !('code' in error)) throw error
  const help = `what was reported is stored; ${continueCommand(file, session, given, '--resume')} continues`
  reportError(new UsageError(`the store failed: ${reasonOf(error)}`, help), io)
  return exit.errors
}
