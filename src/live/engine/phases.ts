import { extractionIgnored, liveFunctionFailed, phasesInCircle } from '../../core/diag/live.ts'
import type { JsonValue } from '../../core/ir/json.ts'
import { memberSettings } from '../declare/agents.ts'
import { findPhase, missingNeeds, phaseToEnter } from '../declare/guards.ts'
import type { Phase } from '../declare/phase.ts'
import type { StateWriter } from './effect.ts'
import type { LiveEvent } from './event.ts'
import { reportFailingFunctions } from './failing.ts'
import type { EngineWork } from './work.ts'

/** Takes transitions whose condition is true, one after the other, until there is none. */
export function takeTransitions(work: EngineWork): void {
  const { config } = work
  // Without a limit, phases that lead to each other would be entered forever.
  for (let steps = 0; ; steps++) {
    const current = findPhase(config, work.state.phase)
    if (current === null) return
    const { to, failed } = phaseToEnter(config, current, work.view)
    for (const name of failed)
      work.reportDiagnostic(liveFunctionFailed(`the guard of ${name}`, 'it counts as false'))
    if (to === null) return
    if (steps >= config.phases.length) return work.reportDiagnostic(phasesInCircle(current.name))
    enterPhase(work, to)
  }
}

/** Enters a phase. */
export function enterPhase(work: EngineWork, phase: Phase): void {
  const { state } = work
  const from = state.phase
  state.phase = phase.name
  state.values = { ...state.values, 'session:phase': phase.name }
  state.entry = writeEntryText(work, phase)
  state.stuck = { turns: 0, missing: missingNeeds(phase, work.view).length }
  if (phase.speak ?? work.config.speak) state.speakDue = true
  work.effects.push({ type: 'phase', from, to: phase.name })
  reportFailingFunctions(work, phase)
}

function writeEntryText(work: EngineWork, { name, onEnterContext }: Phase): string | null {
  try {
    const text = onEnterContext?.(work.shownView) ?? null
    return typeof text === 'string' ? text : null
  } catch {
    work.reportDiagnostic(liveFunctionFailed(`onEnterContext of '${name}'`, 'it adds no text'))
    return null
  }
}

/** Counts the turns in which no needed key of the phase was gathered. */
export function countStuckTurns(work: EngineWork): void {
  const { state, config } = work
  const phase = findPhase(config, state.phase)
  if (phase === null) return
  const missing = missingNeeds(phase, work.view).length
  state.stuck =
    missing < state.stuck.missing ? { turns: 0, missing } : { turns: state.stuck.turns + 1, missing }
}

/** Changes state keys. Ignores keys that are reserved for the engine. */
export function setStateValues(
  work: EngineWork,
  set: object,
  deleted: readonly string[] = [],
  by: StateWriter = 'app',
): void {
  const isEngineKey = (key: string): boolean => key.startsWith('session:') || key.startsWith('derived:')
  const given = Object.fromEntries(Object.entries(set).filter(([key]) => !isEngineKey(key)))
  const gone = deleted.filter(key => !isEngineKey(key))
  const values: Record<string, JsonValue | undefined> = { ...work.state.values }
  for (const key of gone) delete values[key]
  work.state.values = { ...values, ...given }
  work.effects.push({ type: 'state', set: given, delete: gone, by })
}

/** Stores the facts that an extraction returned. Ignores undeclared keys and null values. */
export function storeExtractedFacts(
  work: EngineWork,
  { set, agent, number }: Extract<LiveEvent, { readonly type: 'extracted' }>,
): void {
  const { extraction } = work.state
  // If facts of a later turn are already stored, older facts are ignored.
  if (number !== undefined && number < extraction.taken) return
  if (number !== undefined) work.state.extraction = { ...extraction, taken: number }
  const { config } = work.engine
  const agents = agent === undefined ? [config, ...config.members] : [memberSettings(config, agent)]
  const known = new Set(agents.flatMap(({ extract }) => extract?.keys ?? []))
  const entries = Object.entries(set)
  const taken = entries.filter(([key, value]) => known.has(key) && value !== null)
  const others = entries.filter(([key]) => !known.has(key)).map(([key]) => key)
  if (others.length > 0)
    work.reportDiagnostic(
      extractionIgnored(`wrote keys that it does not declare: ${others.join(', ')}`, others),
    )
  if (taken.length === 0) return
  setStateValues(work, Object.fromEntries(taken), [], 'extraction')
  takeTransitions(work)
}
