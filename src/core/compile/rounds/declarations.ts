import type { ResolvedAgent } from '../../agent/resolved.ts'
import { declarationsAppended } from '../../diag/plan.ts'
import type { DeclarationName } from '../../ir/declared.ts'
import type { EventInput } from '../../ir/event.ts'
import type { LossReason } from '../../ir/loss.ts'
import { shownEntries } from '../../session/unit/declared-log.ts'
import type { BackEnd, Target } from '../../target/target.ts'
import type { HeadChange } from '../contract/core-input.ts'
import type { Declaring } from '../declared/declarations.ts'
import { beginEvent, changeEvent, endsWithInput } from '../declared/hold.ts'
import type { Resolved } from '../resolve/resolve.ts'
import { setUp } from '../setup.ts'
import { resolveState } from './resolved.ts'
import type { CompileRound, RoundState } from './round.ts'

/**
 * Finds the declarations with which requests begin. If the declarations have changed since then, the compile starts
 * again with an event that tells the model of the change. If no event can tell it, requests begin with the current
 * declarations from now on.
 */
export const declarations: CompileRound = {
  do(state) {
    const resolved = resolveState(state)
    const { declaring } = resolved
    if (declaring === undefined) return { resolved }
    if (declaring.differing.length === 0) return { resolved, headChange: earlierChange(declaring) }
    const change = state.isLast ? null : changeFor(state, resolved, declaring)
    if (change === null) {
      const headChange = changeNow(state, declaring)
      return { resolved, declared: [beginEvent(resolved, declaring)], headChange }
    }
    return {
      resolved,
      again: {
        events: [change],
        diagnostics: [declarationsAppended(resolved.agent.name, declaring.differing)],
      },
    }
  },
}

/**
 * Tells the model again of changes whose messages are no longer in the request: after a compaction of the provider in a
 * new message, and otherwise in the declarations with which requests begin.
 */
export const restatement: CompileRound = {
  do(state) {
    const { core, stored, resolved, added } = state
    const { declaring, sight } = resolved ?? {}
    // One start is enough: its event is sent, or requests begin with it.
    const isDone = added.events.some(
      ({ actions }) => actions?.declared?.begins || actions?.declared?.restates,
    )
    if (
      core === null ||
      isDone ||
      resolved === null ||
      declaring === undefined ||
      sight?.declaredAt === undefined
    )
      return {}
    const entries = stored.units.declared.inForce(declaring.agent.name, sight.branch)
    const unsent = shownEntries(entries)
      .slice(1)
      .flatMap(({ unit }) => (unit < 0 ? [] : (core.whyUnsent(unit) ?? [])))
    if (unsent.length === 0) return {}
    const event = unsent.includes('dropped')
      ? beginEvent(resolved, declaring)
      : restated(state, resolved, declaring)
    return { again: { events: [event], diagnostics: [] } }
  },
}

/** Reasons for which reasoning is lost, by the declaration that changed. */
const lossBy: Readonly<Record<DeclarationName, LossReason>> = {
  instruction: 'instruction',
  tools: 'tools',
  format: 'schema',
  effort: 'effort',
}

/** Returns the change that this request makes; null if the session records no earlier declarations. */
function changeNow({ stored }: RoundState, { isRecorded, told, differing }: Declaring): HeadChange | null {
  const [first] = differing
  const reason = told === null || first === undefined ? 'target' : lossBy[first]
  return isRecorded ? { reason, before: stored.length } : null
}

/** Returns the newest change that an earlier request made; null if none did. */
const earlierChange = ({ changedAt }: Declaring): HeadChange | null =>
  changedAt === null ? null : { reason: 'instruction', before: changedAt }

/** Returns the event that tells the model of a change; null if no message can tell it. */
function changeFor(state: RoundState, resolved: Resolved, declaring: Declaring): EventInput | null {
  const { told, shown, agent } = declaring
  if (told === null || !hasInput(state, resolved)) return null
  return changeEvent(resolved, declaring, shown, backEndFor(state, resolved, agent))
}

/** Returns the event that tells the model again of everything that changed since the beginning. */
function restated(state: RoundState, resolved: Resolved, declaring: Declaring): EventInput {
  const { told, agent } = declaring
  const from = (told ?? []).slice(0, 1)
  const event = hasInput(state, resolved)
    ? changeEvent(resolved, declaring, from, backEndFor(state, resolved, agent))
    : null
  const declared = event?.actions?.declared
  if (event === null || declared === undefined) return beginEvent(resolved, declaring)
  return { ...event, actions: { declared: { ...declared, restates: true } } }
}

/** Whether the agent's history ends with something to answer. */
const hasInput = ({ stored }: RoundState, { sight }: Resolved): boolean =>
  endsWithInput({ units: stored.units, event: seq => stored.event(seq) }, sight)

/** Returns the back end that writes an agent's current declarations. */
function backEndFor({ options, target }: RoundState, { sight }: Resolved, agent: ResolvedAgent): BackEnd {
  const model = options.model ?? agent.model ?? null
  return setUp({ agent, sight }, { target: target as Target<never>, model }, options).backEnd
}
