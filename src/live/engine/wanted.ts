import { toJson } from '../../text/json.ts'
import { phaseOf } from '../declare/guards.ts'
import type { LiveConfig } from '../declare/live-config.ts'
import { navigationText, nudgeText } from '../declare/navigation.ts'
import { stateView, writtenText } from '../declare/state-view.ts'
import type { Carrier, Profile } from '../profile/profile.ts'
import { inInstruction, modifierTexts } from '../steering/modifier-texts.ts'
import type { EngineState } from './state.ts'

/** Text that the model should hold, and its place. */
export interface Slot {
  readonly id: string
  readonly kind: 'instruction' | 'tools' | 'context'
  readonly text: string
  readonly isDeveloper: boolean
}

/** A config with the profile of its model. */
export interface EngineConfig {
  readonly config: LiveConfig
  readonly profile: Profile
}

/** Returns the best carrier that the server has not refused. */
export const carrierOf = (
  { profile, config }: EngineConfig,
  what: 'instruction' | 'tools',
  { refused }: Pick<EngineState, 'refused'>,
): Carrier | null => {
  // An instruction that is never touched is worth more than tools that are replaced: they would cost a connection each.
  const isCalm = what === 'tools' && config.steeringMode === 'context-injection'
  const isOpen = (carrier: Carrier): boolean =>
    !refused.includes(`${what}/${carrier}`) && !(isCalm && carrier === 'reconnect')
  return profile[what].find(isOpen) ?? null
}

/** Whether phases and modifiers are in the instruction, by the mode and what the model takes. */
function places(engine: EngineConfig, state: Pick<EngineState, 'refused'>) {
  const isReplaceable = carrierOf(engine, 'instruction', state) !== 'context'
  const { steeringMode } = engine.config
  return {
    phase: isReplaceable && steeringMode !== 'context-injection',
    modifiers: isReplaceable && steeringMode === 'instruction-update',
  }
}

/** Returns the names of the tools that the model may call now. */
export function toolsIn({ config }: EngineConfig, { phase }: Pick<EngineState, 'phase'>): readonly string[] {
  const all = config.tools.map(({ name }) => name)
  return phaseOf(config, phase)?.tools ?? all
}

/** Slots that were worked out for some values of the state, and what else they depend on. */
const known = new WeakMap<object, { readonly inputs: readonly unknown[]; readonly slots: readonly Slot[] }>()

/** Returns everything that the model should hold now, in the order in which it is told. It is a pure function of its inputs. */
export function wantedSlots(engine: EngineConfig, state: EngineState): readonly Slot[] {
  const { values, phase, base, entry, stuck, late, refused } = state
  const inputs = [engine.config, engine.profile, phase, base, entry, stuck, late, refused]
  const before = known.get(values)
  // A step asks several times, and most events change none of these.
  if (before?.inputs.every((input, at) => input === inputs[at])) return before.slots
  const slots = slotsIn(engine, state)
  known.set(values, { inputs, slots })
  return slots
}

function slotsIn(engine: EngineConfig, state: EngineState): readonly Slot[] {
  const { config } = engine
  const view = stateView(config, state.values)
  const phase = phaseOf(config, state.phase)
  const place = places(engine, state)
  const own = phase === null ? '' : writtenText(phase.instruction, view)
  const said = [
    ...modifierTexts('default', config.modifiers, view),
    ...modifierTexts(state.phase ?? '', phase?.modifiers ?? [], view),
  ]
  const inside = [
    state.base,
    ...(place.phase ? [own] : []),
    ...(place.modifiers ? said.map(inInstruction) : []),
  ]
  const instruction = inside.filter(text => text !== '').join('\n\n')
  const tools = toolsIn(engine, state)
  const toolCarrier = carrierOf(engine, 'tools', state)
  const context = (id: string, text: string | null, isDeveloper = true): Slot[] =>
    text === null || text === '' ? [] : [{ id, kind: 'context', text, isDeveloper }]
  const isAll = config.tools.length === tools.length
  return [
    { id: 'instruction', kind: 'instruction', text: instruction, isDeveloper: true },
    ...(toolCarrier === null
      ? []
      : [{ id: 'tools', kind: 'tools' as const, text: toJson(tools), isDeveloper: true }]),
    ...(place.phase ? [] : context('phase', own)),
    ...(place.modifiers ? [] : said.map(each => ({ ...each, kind: 'context' as const }))),
    ...(toolCarrier === null && !isAll
      ? context('advisory', `Tools for now: ${tools.join(', ') || 'none'}.`)
      : []),
    ...(config.navigation && phase !== null ? context('navigation', navigationText(phase, view)) : []),
    ...context('entry', state.entry, false),
    ...(isNudging(config, state) && phase !== null ? context('nudge', nudgeText(phase, view), false) : []),
    ...Object.entries(state.late).flatMap(([id, text]) => context(`late/${id}`, text, false)),
  ]
}

const isNudging = ({ repairAfter }: LiveConfig, { stuck }: EngineState): boolean =>
  repairAfter !== null && stuck.missing > 0 && stuck.turns >= repairAfter
