import { type Agent, isNative } from '../../core/agent/agent.ts'
import { type AgentInput, copyAgentWith, readAgent } from '../../core/agent/read-agent.ts'
import { readPolicy } from '../../core/context/policy/read-policy.ts'
import { Path } from '../../core/form/path.ts'
import { promptText } from '../../core/template/prompt-text.ts'
import { textsInInstruction } from '../steering/modes.ts'
import type { LiveState } from '../steering/modifier.ts'
import { fenceModifierText, modifierTexts } from '../steering/modifier-texts.ts'
import { addSubAgentSettings, assertMembers } from './agents.ts'
import { phaseContextBlocks } from './context-blocks.ts'
import { currentPhase } from './guards.ts'
import type { LiveConfig } from './live-config.ts'
import { storeLiveSettings } from './live-settings.ts'
import { type LiveOptions, readLiveConfig } from './read-config.ts'
import { evaluateStateText, lazyStateView } from './state-view.ts'

/** Declaration of a live agent. */
export interface LiveDeclaration extends Omit<LiveOptions, 'tools'> {
  /** Purpose of the agent in one sentence, for agents that may hand the conversation over to it. */
  readonly description?: string
  /** Tools in any form that an agent's `tools` accepts. */
  readonly tools?: AgentInput['tools']
  /** Names of the tools that run while the conversation continues. */
  readonly background?: readonly string[]
  /** Protections of the conversation, as `redact` of `ctxc/protect` returns them. They apply to all agents in it. */
  readonly protect?: AgentInput['protect']
  /** State keys that the app sets, by `talk.set` or in the session; `check` treats these keys as written. */
  readonly expects?: AgentInput['expects']
  /** Agents to which the model may hand the conversation over. `live` must declare each of them, for one model. */
  readonly agents?: readonly Agent[]
  /** Whether the model may hand the conversation over to the agent's parent and siblings. */
  readonly allowTransfer?: AgentInput['allowTransfer']
}

/**
 * Declares an agent for a realtime model, in phases. `startLive` starts a conversation with the returned agent.
 * `compile` accepts it like any other agent, and returns the request that a model of another API would get at this
 * point of the conversation.
 *
 * Throws a TypeError that names the offending path, for example for two phases with one name, an unknown target or
 * tool, a missing `initialPhase`, or an agent of another model.
 *
 * @example
 * import { live } from 'ctxc/live'
 *
 * const host = live({
 *   name: 'host',
 *   model: 'gemini-3.8-live',
 *   instruction: 'You are a helpful restaurant reservation assistant.',
 *   steeringMode: 'context-injection',
 *   phases: [
 *     {
 *       name: 'greeting',
 *       instruction: 'Welcome the guest and ask how you can help.',
 *       transitions: [{ to: 'booking', when: state => state.wants === 'table' }],
 *     },
 *     { name: 'booking', instruction: 'Help the guest find an available time slot.' },
 *   ],
 *   initialPhase: 'greeting',
 * })
 * console.log(host.name) // host
 */
export function live(declaration: LiveDeclaration): Agent {
  const {
    tools,
    background = [],
    description,
    agents = [],
    allowTransfer,
    expects,
    protect,
    ...options
  } = declaration
  const { name, model } = options
  const at = Path.named('live')
  let own: LiveConfig | undefined
  const writeInstruction = ({ state }: { readonly state: LiveState }) =>
    promptText`${own === undefined ? '' : writePhaseInstruction(own, state)}`
  assertMembers(agents, name, model, at)
  const made = readAgent(
    {
      ...{ name, model, instruction: writeInstruction },
      ...(tools !== undefined && { tools }),
      ...(description !== undefined && { description }),
      ...(allowTransfer !== undefined && { allowTransfer }),
      ...(expects !== undefined && { expects }),
      ...(protect !== undefined && { protect }),
      ...(agents.length > 0 && { subAgents: agents }),
    } as AgentInput,
    at,
  )
  const declared = (made.tools ?? []).flatMap(tool =>
    isNative(tool)
      ? []
      : [
          {
            name: tool.name,
            ...(tool.description !== undefined && { description: tool.description }),
            ...(tool.parameters !== undefined && { parameters: tool.parameters }),
            ...(tool.timeoutMs !== undefined && { timeoutMs: tool.timeoutMs }),
            background: background.includes(tool.name),
          },
        ],
  )
  const unknown = background.find(each => !declared.some(tool => tool.name === each))
  if (unknown !== undefined)
    throw at.in('background').wrong(`names the tool '${unknown}', but no tool has that name`)
  own = readLiveConfig({ ...options, tools: declared })
  storeLiveSettings(writeInstruction, { own, all: addSubAgentSettings(made, own) })
  const context = phaseContextBlocks(own)
  return context.length === 0 ? made : copyAgentWith(made, { context: readPolicy(context, at.in('context')) })
}

/** Returns the instruction of a phase, with the modifiers' texts if the steering mode puts them there. */
function writePhaseInstruction(config: LiveConfig, state: LiveState): string {
  const view = lazyStateView(config, state)
  const phase = currentPhase(config, state)
  const inside = textsInInstruction(config.steeringMode)
  const modifierTextsInside = () => [
    ...modifierTexts('default', config.modifiers, view),
    ...modifierTexts(`phase/${phase?.name}`, phase?.modifiers ?? [], view),
  ]
  const texts = [
    evaluateStateText(config.instruction, view),
    ...(inside.phase ? [evaluateStateText(phase?.instruction, view)] : []),
    ...(inside.modifiers ? modifierTextsInside().map(fenceModifierText) : []),
  ]
  return texts.filter(text => text !== '').join('\n\n')
}
