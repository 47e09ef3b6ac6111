import { transferName } from '../../core/ir/call.ts'
import { toJson } from '../../core/text/json.ts'
import { memberSettings } from '../declare/agents.ts'
import { findPhase } from '../declare/guards.ts'
import type { LiveConfig, SaidText } from '../declare/live-config.ts'
import { missingKeysReminder, navigationText } from '../declare/navigation.ts'
import { evaluateStateText, viewWithDerivedKeys } from '../declare/state-view.ts'
import type { Carrier, Profile } from '../profile/profile.ts'
import { fenceModifierText, modifierTexts } from '../steering/modifier-texts.ts'
import { asTheyAre, type EngineLens } from './shown.ts'
import type { EngineState } from './state.ts'

/** Text that the model should have, and its slot. A slot, such as `phase` or `tools`, has one text at a time. */
export interface WantedSlot {
  readonly id: string
  readonly kind: 'instruction' | 'tools' | 'context'
  readonly text: string
  readonly isDeveloper: boolean
  /** Texts of an earlier conversation, if the slot's text consists of them. */
  readonly said?: readonly SaidText[]
}

/** Settings of a conversation, and the profile of its model. */
export interface EngineConfig {
  readonly config: LiveConfig
  readonly profile: Profile
  /** Conversion of content to the form that the model sees; everything stays unchanged by default. */
  readonly shown?: EngineLens
}

/** Returns the best way to change the instruction or tools that the server has not refused; null for none. */
export const usableCarrier = (
  { profile, config }: EngineConfig,
  what: 'instruction' | 'tools',
  { refused }: Pick<EngineState, 'refused'>,
): Carrier | null => {
  // In this mode, a new connection for each change of the tools would be worse than unchanged tools.
  const isCalm = what === 'tools' && config.steeringMode === 'context-injection'
  const isUsableCarrier = (carrier: Carrier): boolean =>
    !refused.includes(`${what}/${carrier}`) && !(isCalm && carrier === 'reconnect')
  return profile[what].find(isUsableCarrier) ?? null
}

/** Returns whether phases and modifiers are part of the instruction, according to the steering mode and the model. */
function partsInInstruction(engine: EngineConfig, state: Pick<EngineState, 'refused'>) {
  const isReplaceable = usableCarrier(engine, 'instruction', state) !== 'context'
  const { steeringMode } = engine.config
  return {
    phase: isReplaceable && steeringMode !== 'context-injection',
    modifiers: isReplaceable && steeringMode === 'instruction-update',
  }
}

/** Returns the names of the tools that the model may call now. */
export function callableToolNames(
  { config }: EngineConfig,
  { agent, phase }: Pick<EngineState, 'agent' | 'phase'>,
): readonly string[] {
  const own = memberSettings(config, agent)
  const { tools, targets } = own
  const allowed = findPhase(own, phase)?.tools
  if (allowed === undefined) return tools.map(({ name }) => name)
  return targets.length > 0 ? [...allowed, transferName] : allowed
}

/** Returns a text that identifies an agent's tools. Two agents may have tools with equal names. */
const toolsSlotText = ({ config }: EngineConfig, agent: string | null, tools: readonly string[]): string =>
  toJson(config.members.length === 0 ? tools : [memberSettings(config, agent).name, ...tools])

/** Returns the tool names from the text that `toolsSlotText` made. */
export function toolNamesIn({ config }: EngineConfig, text: string): readonly string[] {
  const names = JSON.parse(text) as string[]
  return config.members.length === 0 ? names : names.slice(1)
}

/** Results of `wantedSlots` by state values, with the other inputs for which each result is valid. */
const known = new WeakMap<
  object,
  { readonly inputs: readonly unknown[]; readonly slots: readonly WantedSlot[] }
>()

/** Returns all texts that the model should have now, in sending order. A pure function of its inputs. */
export function wantedSlots(engine: EngineConfig, state: EngineState): readonly WantedSlot[] {
  const { values, agent, phase, base, agentBase, entry, stuck, calls, late, history, refused } = state
  const { config, profile, shown = asTheyAre } = engine
  const version = shown.version
  const inputs = [
    config,
    profile,
    version,
    agent,
    phase,
    base,
    agentBase,
    entry,
    stuck,
    calls,
    late,
    history,
    refused,
  ]
  const before = known.get(values)
  // One step calls this function several times, and most events change none of the inputs.
  if (before?.inputs.every((input, at) => input === inputs[at])) return before.slots
  const slots = computeWantedSlots(engine, state).map(slot => convertSlotText(slot, shown))
  known.set(values, { inputs, slots })
  return slots
}

/**
 * Converts a slot's text to the form that the model sees. Texts of a conversation are already converted, and names of
 * tools need no conversion.
 */
const convertSlotText = (slot: WantedSlot, shown: EngineLens): WantedSlot =>
  slot.kind === 'tools' || slot.said !== undefined ? slot : { ...slot, text: shown.text(slot.text) }

function computeWantedSlots(engine: EngineConfig, state: EngineState): readonly WantedSlot[] {
  const config = memberSettings(engine.config, state.agent)
  const { shown = asTheyAre } = engine
  const view = viewWithDerivedKeys(config, shown.values(state.values))
  const phase = findPhase(config, state.phase)
  const place = partsInInstruction(engine, state)
  const own = phase === null ? '' : evaluateStateText(phase.instruction, view)
  const said = [
    ...modifierTexts('default', config.modifiers, view),
    ...modifierTexts(`phase/${state.phase}`, phase?.modifiers ?? [], view),
  ]
  // In this mode, the first agent's instruction never changes. Another agent's instruction is sent as context.
  const isBeside = !place.phase && state.agentBase !== null
  const inside = [
    place.phase ? (state.agentBase ?? state.base) : state.base,
    ...(place.phase ? [own] : []),
    ...(place.modifiers ? said.map(fenceModifierText) : []),
    shown.meaning,
  ]
  const instruction = inside.filter(text => text !== '').join('\n\n')
  const tools = callableToolNames(engine, state)
  const toolCarrier = usableCarrier(engine, 'tools', state)
  const contextSlots = (id: string, text: string | null, isDeveloper = true): WantedSlot[] =>
    text === null || text === '' ? [] : [{ id, kind: 'context', text, isDeveloper }]
  const isAll = config.tools.length === tools.length
  return [
    { id: 'instruction', kind: 'instruction', text: instruction, isDeveloper: true },
    ...(toolCarrier === null
      ? []
      : [
          {
            ...{ id: 'tools', kind: 'tools' as const, isDeveloper: true },
            text: toolsSlotText(engine, state.agent, tools),
          },
        ]),
    ...historySlots(state),
    // If a function wrote the instruction, it may contain state values.
    ...(isBeside ? contextSlots('agent', state.agentBase, !config.isWritten) : []),
    ...(place.phase ? [] : contextSlots('phase', own, typeof phase?.instruction !== 'function')),
    ...(place.modifiers ? [] : said.map(each => ({ ...each, kind: 'context' as const }))),
    ...(toolCarrier === null && !isAll
      ? contextSlots('advisory', `Tools for now: ${tools.join(', ') || 'none'}.`)
      : []),
    ...(config.navigation && phase !== null ? contextSlots('navigation', navigationText(phase, view)) : []),
    ...contextSlots('entry', state.entry, false),
    ...(needsReminder(config, state) && phase !== null
      ? contextSlots('nudge', missingKeysReminder(phase, view), false)
      : []),
    ...Object.entries(state.calls).flatMap(([id, { progress }]) =>
      contextSlots(`call/${id}`, progress ?? null, false),
    ),
    ...Object.entries(state.late).flatMap(([id, text]) => contextSlots(`late/${id}`, text, false)),
  ]
}

/** Returns the slot with the texts from before the session, if the session does not have them. */
const historySlots = ({ history }: EngineState): WantedSlot[] =>
  history === null
    ? []
    : [
        {
          ...{ id: 'history', kind: 'context', text: history, isDeveloper: false },
          said: JSON.parse(history) as readonly SaidText[],
        },
      ]

const needsReminder = ({ repairAfter }: LiveConfig, { stuck }: EngineState): boolean =>
  repairAfter !== null && stuck.missing > 0 && stuck.turns >= repairAfter
