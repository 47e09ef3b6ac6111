import { assertSync } from '../../core/form/gave.ts'
import type { RunAction } from '../../core/ir/run-action.ts'
import type { NextStep } from '../../core/program/next-step.ts'
import { placeOfMember } from '../../core/program/path-of.ts'
import { sessionInScopes } from '../../core/session/view/scoped-keys.ts'
import { runStep } from '../../core/state/apply.ts'
import { readRecordingView } from '../../core/state/view.ts'
import { reasonOf } from '../../core/text/reason.ts'
import { reportOf } from './tools/background.ts'
import { runnerMark, type TurnContext } from './turn-context.ts'

/** Whether a step is performed at once, without a task of its own. */
export const isImmediate = ({ kind }: NextStep): boolean =>
  kind === 'step' || kind === 'tap' || kind === 'won' || kind === 'report'

/**
 * Performs the first step that is performed at once. Reads it again from the newest session, because another writer may
 * have appended.
 */
export async function performNextStep(context: TurnContext): Promise<void> {
  const { live, program, settings } = context
  const runId = settings.generateId()
  await live.append(session => {
    const next = live.steps.find(isImmediate)
    if (next?.kind === 'tap') return { events: [runTap(live.session, next)] }
    if (next?.kind === 'won') return { events: [wonMark(next)] }
    if (next?.kind === 'report') return { events: [reportOf(context, next, wakingRequest(context, runId))] }
    if (next?.step === undefined) return null
    const { step, branch } = next
    const { outcome, event } = runStep(session, step, next)
    if (event !== null) return { events: [event], isRepeatable: true }
    const why = outcome.diagnostics[0]?.message ?? 'the step failed'
    const place = placeOfMember(program.member, step)
    return { events: [runnerMark({ failed: { place, branch, why } })] }
  })
}

/** Returns the request of a run that a report begins. It has the limits of the run before. */
function wakingRequest({ live, tools }: TurnContext, runId: string): NonNullable<RunAction['asked']> {
  const limits = live.session.units.runMarks.asks.at(-1)?.run.asked?.limits
  return { runId, ...(tools !== undefined && { tools }), ...(limits !== undefined && { limits }) }
}

/** Returns the mark that a member of a group ended before the others. */
const wonMark = ({ place = '', member = 0, branch }: NextStep) =>
  runnerMark({ won: { place, member, ...(branch !== '' && { branch }) } })

function runTap(session: TurnContext['live']['session'], { tap, place = '', branch, scopes = [] }: NextStep) {
  try {
    const looked: unknown = tap?.look(readRecordingView(sessionInScopes(session, scopes).state).state)
    assertSync(looked, 'taps')
    return runnerMark({ tapped: { place, ...(branch !== '' && { branch }) } })
  } catch (error) {
    return runnerMark({ failed: { place, branch, why: reasonOf(error) } })
  }
}
