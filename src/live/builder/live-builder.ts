import type { Agent } from '../../core/agent/agent.ts'
import { type LiveDeclaration, live } from '../declare/live.ts'
import type { Phase, Transition } from '../declare/phase.ts'
import type { LiveConversation, StartLiveOptions } from '../session/contract.ts'
import { startLive } from '../session/start-live.ts'
import type { LiveState, Modifier, Predicate } from '../steering/modifier.ts'
import { when, withContext, withState } from '../steering/modifier.ts'

/** Fields of a declaration whose chain method has another name than the field. */
export type NamedOtherwise = 'name' | 'model' | 'phases' | 'modifiers' | 'transitions'

/**
 * Chain methods, one for each field. A method sets its field to the given value. A method of a boolean field sets true
 * if called without a value.
 */
export type FieldLinks<Fields, Chain> = {
  readonly [Field in Exclude<keyof Fields, NamedOtherwise>]-?: NonNullable<Fields[Field]> extends boolean
    ? (value?: boolean) => Chain
    : (value: NonNullable<Fields[Field]>) => Chain
}

/** Chain methods that add a modifier: a text that depends on the state, for the instruction or the context. */
export interface ModifierLinks<Chain> {
  /** Adds a text with the values of the given state keys. */
  withState(keys: readonly string[]): Chain
  /** Adds a text that applies while a condition is true. */
  when(predicate: Predicate, text: string): Chain
  /** Adds a text that a function writes from the state. */
  withContext(text: (state: LiveState) => string): Chain
}

/** Chain that declares one phase, with a method for each field of a `Phase`. Each method returns a new chain. */
export interface PhaseBuilder<Parent>
  extends FieldLinks<Phase, PhaseBuilder<Parent>>,
    ModifierLinks<PhaseBuilder<Parent>> {
  /** Adds a transition to another phase. The first transition whose condition is true is taken. */
  transition(to: string, holds: Predicate, description?: string): PhaseBuilder<Parent>
  /** Ends the phase, and returns the agent's chain. */
  done(): Parent
}

/** Chain that declares a live agent, with a method for each field of `live`. Each method returns a new chain. */
export interface LiveBuilder extends FieldLinks<LiveDeclaration, LiveBuilder>, ModifierLinks<LiveBuilder> {
  /** Begins a phase. The method `done` of the phase's chain returns to this agent's chain. */
  phase(name: string): PhaseBuilder<LiveBuilder>
  /** Returns the agent. Throws a TypeError as `live` does. */
  build(): Agent
  /** Starts a conversation with the agent, as `startLive` does. */
  start(options: StartLiveOptions): LiveConversation
}

const agentFields: Record<Exclude<keyof LiveDeclaration, NamedOtherwise>, true> = {
  ...{ instruction: true, steeringMode: true, contextDelivery: true, flushOn: true, tools: true },
  ...{ description: true, background: true, expects: true, agents: true, allowTransfer: true },
  ...{ protect: true, initialPhase: true, navigation: true, repairAfter: true, speak: true },
  ...{ silenceMs: true, derived: true, extract: true },
}
const phaseFields: Record<Exclude<keyof Phase, NamedOtherwise>, true> = {
  ...{ instruction: true, guard: true, tools: true, needs: true, onEnterContext: true },
  ...{ speak: true, terminal: true },
}

/** Returns the chain methods that agents and phases share. `next` makes the chain with changed fields. */
function sharedChainMethods<Chain>(
  fields: object,
  modifiers: readonly Modifier[] | undefined,
  next: (more: object) => Chain,
): ModifierLinks<Chain> {
  const addModifier = (modifier: Modifier) => next({ modifiers: [...(modifiers ?? []), modifier] })
  return {
    ...Object.fromEntries(
      Object.keys(fields).map(field => [field, (value: unknown = true) => next({ [field]: value })]),
    ),
    withState: keys => addModifier(withState(keys)),
    when: (predicate, text) => addModifier(when(predicate, text)),
    withContext: text => addModifier(withContext(text)),
  }
}

function makePhaseChain<Parent>(phase: Phase, end: (phase: Phase) => Parent): PhaseBuilder<Parent> {
  const next = (more: Partial<Phase>) => makePhaseChain({ ...phase, ...more }, end)
  return {
    ...(sharedChainMethods(phaseFields, phase.modifiers, next) as PhaseBuilder<Parent>),
    transition: (to, holds, description) => {
      const added: Transition = { to, when: holds, ...(description !== undefined && { description }) }
      return next({ transitions: [...(phase.transitions ?? []), added] })
    },
    done: () => end(phase),
  }
}

function makeAgentChain(declared: LiveDeclaration): LiveBuilder {
  const next = (more: Partial<LiveDeclaration>) => makeAgentChain({ ...declared, ...more })
  return {
    ...(sharedChainMethods(agentFields, declared.modifiers, next) as LiveBuilder),
    phase: name => makePhaseChain({ name }, phase => next({ phases: [...(declared.phases ?? []), phase] })),
    build: () => live(declared),
    start: options => startLive(live(declared), options),
  }
}

/**
 * Begins the declaration of a live agent as a chain of method calls. `live` accepts equal settings as one object.
 *
 * @example
 * import { liveBuilder } from 'ctxc/live'
 *
 * const host = liveBuilder('host', 'gemini-3.8-live')
 *   .instruction('You are a helpful restaurant reservation assistant.')
 *   .steeringMode('context-injection')
 *   .phase('greeting')
 *     .instruction('Welcome the guest and ask how you can help.')
 *     .transition('booking', state => state.wants === 'table')
 *     .done()
 *   .phase('booking')
 *     .instruction('Help the guest find an available time slot.')
 *     .done()
 *   .initialPhase('greeting')
 *   .build()
 * console.log(host.name) // host
 */
export const liveBuilder = (name: string, model: string): LiveBuilder => makeAgentChain({ name, model })
