import { notPossible, speechNoticedLate } from '../../core/diag/live.ts'
import { findPhase } from '../declare/guards.ts'
import { evaluateStateText, viewWithDerivedKeys } from '../declare/state-view.ts'
import type { LiveEvent } from './event.ts'
import { reportFailingFunctions } from './failing.ts'
import { contextFlushMoment } from './gate.ts'
import { enterPhase, takeTransitions } from './phases.ts'
import { openConnection } from './reconnect.ts'
import { historyForNewSession, newestTexts } from './said.ts'
import { setSpeakingAgent } from './transfer.ts'
import type { EngineWork } from './work.ts'

/** Begins a conversation. If the state is one of an earlier conversation, continues in its last phase. */
export function startConversation(
  work: EngineWork,
  event: Extract<LiveEvent, { readonly type: 'start' }>,
): void {
  const { state, engine } = work
  if (state.status !== 'new') return
  const { config, profile } = engine
  const given = { ...state.values, ...event.values }
  // State keys of a turn are not kept from an earlier conversation.
  state.values = Object.fromEntries(Object.entries(given).filter(([key]) => !key.startsWith('turn:')))
  state.recent = newestTexts(event.said ?? [], config.extract?.texts ?? 0)
  state.history = historyForNewSession(work)
  state.holdsHistory = state.history === null
  state.base = evaluateStateText(
    config.instruction,
    viewWithDerivedKeys(config, work.shown.values(state.values)),
  )
  const { 'session:agent': agent, 'session:phase': phase } = state.values
  state.agent = config.name
  const isFirst = agent === undefined || agent === config.name
  const isKnown = isFirst || config.members.some(({ name }) => name === agent)
  if (!isFirst && isKnown) setSpeakingAgent(work, String(agent))
  if (!isKnown) state.values = { ...state.values, 'session:agent': config.name }
  const earlier = isKnown && typeof phase === 'string' ? findPhase(work.config, phase) : null
  if (earlier === null) {
    const first = findPhase(work.config, work.config.initialPhase)
    if (first !== null) enterPhase(work, first)
  } else {
    // The phase was entered in the earlier conversation, so its entry text and effects are not repeated.
    state.phase = earlier.name
    state.values = { ...state.values, 'session:phase': earlier.name }
  }
  if (work.config.phases.length === 0) reportFailingFunctions(work, null)
  takeTransitions(work)
  if (!profile.hasTurns && profile.tools.length === 0 && toolsExcept(work, 'delegation').length > 0)
    work.reportDiagnostic(
      notPossible(
        'get declarations of tools',
        profile.name,
        `name the tool to which the model delegates work 'delegation', or use the profile '${profile.name}-responses'`,
      ),
    )
  const isLate = config.flushOn === 'speech-start' && contextFlushMoment(engine) !== 'speech-start'
  if (isLate && config.contextDelivery === 'deferred') work.reportDiagnostic(speechNoticedLate(profile.name))
  openConnection(work)
}

const toolsExcept = ({ config }: EngineWork, name: string) => config.tools.filter(tool => tool.name !== name)
