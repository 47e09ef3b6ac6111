import type { Plan } from '../../ir/plan.ts'
import type { ReasoningPart } from '../../ir/reasoning.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import { ownReasoning } from '../loss/thoughts.ts'
import { modelFingerprint } from './fingerprint.ts'

/** Inputs for comparing the model of a plan with the current model. */
export type ModelChange = Pick<Setup, 'target' | 'facts' | 'model' | 'options' | 'sight'>

/**
 * Returns the first event whose reasoning may still be sent after a change of the model. A model may be sent an
 * unbroken run of the reasoning that it reads, if each piece of the run was made after the same pieces before it.
 */
export function reasoningForModel(
  plan: Plan,
  session: SessionView,
  start: number,
  { target, facts, model, options: { modelRows } }: ModelChange,
): number {
  if (!target.bindsReasoning(facts)) return plan.reasoning
  const [before = ''] = plan.fingerprint.model.split(' ')
  const isKnown = before !== '' && modelFingerprint(before, modelRows) === plan.fingerprint.model
  const bindsReasoningOf = (name: string): boolean =>
    target.bindsReasoning(target.facts(name, modelRows).facts)
  // A request to a model that binds nothing may have changed what precedes bound reasoning.
  if (model === null || !isKnown || !bindsReasoningOf(before) || target.reads === undefined)
    return session.length
  const reads = (reader: string, maker: string): boolean =>
    target.reads?.(target.facts(reader, modelRows).facts, reader, maker) === true
  const from = Math.max(plan.reasoning, session.units.rows.seqOf(start))
  const makers = new Set<string>()
  for (let seq = session.length - 1; seq >= from; seq--) {
    if (ownReasoning(session, seq).length === 0) continue
    for (const maker of makersOf(session, seq, model)) {
      const isRead = reads(model, maker)
      if ([...makers].some(later => reads(later, maker) !== isRead)) return seq + 1
      if (isRead && bindsReasoningOf(maker)) makers.add(maker)
    }
  }
  return plan.reasoning
}

/** Returns the models that made the reasoning of an event. Reasoning that names none is the current model's. */
const makersOf = (session: SessionView, seq: number, model: string): ReadonlySet<string> =>
  new Set(
    session
      .event(seq)
      .parts.flatMap(part => (part.kind === 'reasoning' ? [(part as ReasoningPart).model ?? model] : [])),
  )
