import type { Agent } from '../../core/agent/agent.ts'
import { type LiveDeclaration, live } from '../declare/live.ts'
import type { StateText } from '../declare/phase.ts'
import type { LiveConversation, StartLiveOptions } from '../session/contract.ts'
import { startLive } from '../session/start-live.ts'
import type { ContextDelivery, FlushOn, SteeringMode } from '../steering/modes.ts'
import type { LiveState, Modifier, Predicate } from '../steering/modifier.ts'
import { when, withContext, withState } from '../steering/modifier.ts'
import { PhaseBuilder } from './phase-builder.ts'

/**
 * Chain that declares a live agent. Each call returns another chain; `build` returns the agent, and `start` begins a
 * conversation.
 */
export class LiveBuilder {
  private readonly declaration: LiveDeclaration

  constructor(declaration: LiveDeclaration) {
    this.declaration = declaration
  }

  /** Sets the instruction: a text, or a function of the state that writes it. */
  instruction(instruction: StateText): LiveBuilder {
    return this.with({ instruction })
  }

  /** Sets the way in which phases and modifiers reach the model. */
  steeringMode(steeringMode: SteeringMode): LiveBuilder {
    return this.with({ steeringMode })
  }

  /** Sets the time at which context is sent. */
  contextDelivery(contextDelivery: ContextDelivery): LiveBuilder {
    return this.with({ contextDelivery })
  }

  /** Sets the moment that deferred context waits for; by default, the one that suits the model. */
  flushOn(flushOn: FlushOn): LiveBuilder {
    return this.with({ flushOn })
  }

  /** Sets the tools, as an agent takes them. */
  tools(tools: NonNullable<LiveDeclaration['tools']>): LiveBuilder {
    return this.with({ tools })
  }

  /** Sets the purpose in one sentence, for agents that may transfer to this one. */
  description(description: string): LiveBuilder {
    return this.with({ description })
  }

  /** Sets the names of tools during which the conversation goes on. */
  background(...background: readonly string[]): LiveBuilder {
    return this.with({ background })
  }

  /** Sets the state keys that the app sets; `check` takes them for written. */
  expects(expects: NonNullable<LiveDeclaration['expects']>): LiveBuilder {
    return this.with({ expects })
  }

  /** Sets the agents of the same model to which the model may hand the conversation over. */
  agents(...agents: readonly Agent[]): LiveBuilder {
    return this.with({ agents })
  }

  /** Lets the model hand the conversation back to the agent above, and over to the agents beside this one. */
  allowTransfer(allowTransfer: NonNullable<LiveDeclaration['allowTransfer']>): LiveBuilder {
    return this.with({ allowTransfer })
  }

  /** Sets the protections of the conversation, as `redact` of `ctxc/protect` gives them. */
  protect(protect: NonNullable<LiveDeclaration['protect']>): LiveBuilder {
    return this.with({ protect })
  }

  /** Begins a phase; its `done` returns here. */
  phase(name: string): PhaseBuilder<LiveBuilder> {
    return new PhaseBuilder({ name }, phase =>
      this.with({ phases: [...(this.declaration.phases ?? []), phase] }),
    )
  }

  /** Sets the phase in which the conversation begins. */
  initialPhase(initialPhase: string): LiveBuilder {
    return this.with({ initialPhase })
  }

  /** Tells the model the values of some keys in every phase. */
  withState(keys: readonly string[]): LiveBuilder {
    return this.modified(withState(keys))
  }

  /** Adds a text that holds while a condition does. */
  when(predicate: Predicate, text: string): LiveBuilder {
    return this.modified(when(predicate, text))
  }

  /** Adds a text that a function writes from the state. */
  withContext(text: (state: LiveState) => string): LiveBuilder {
    return this.modified(withContext(text))
  }

  /** Tells the model its phase, what is to be gathered, and where the conversation may go. */
  navigation(navigation = true): LiveBuilder {
    return this.with({ navigation })
  }

  /** Reminds the model of what is to be gathered after some turns without progress. */
  repairAfter(repairAfter: number): LiveBuilder {
    return this.with({ repairAfter })
  }

  /** Lets the model begin to speak when a phase is entered, or not. */
  speak(speak = true): LiveBuilder {
    return this.with({ speak })
  }

  /** Sets the milliseconds of silence after which `session:silences` counts one more. */
  silenceMs(silenceMs: number): LiveBuilder {
    return this.with({ silenceMs })
  }

  /** Sets keys that are worked out from the others. */
  derived(derived: NonNullable<LiveDeclaration['derived']>): LiveBuilder {
    return this.with({ derived })
  }

  /** Sets how keys are read from what is said. */
  extract(extract: NonNullable<LiveDeclaration['extract']>): LiveBuilder {
    return this.with({ extract })
  }

  /** Returns the agent. Throws a TypeError as `live` does. */
  build(): Agent {
    return live(this.declaration)
  }

  /** Starts a conversation with the agent, as `startLive` does. */
  start(options: StartLiveOptions): LiveConversation {
    return startLive(this.build(), options)
  }

  private modified(modifier: Modifier): LiveBuilder {
    return this.with({ modifiers: [...(this.declaration.modifiers ?? []), modifier] })
  }

  private with(fields: Partial<LiveDeclaration>): LiveBuilder {
    return new LiveBuilder({ ...this.declaration, ...fields })
  }
}

/**
 * Begins the declaration of a live agent as a chain; `live` takes the same as one object.
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
export const liveBuilder = (name: string, model: string): LiveBuilder => new LiveBuilder({ name, model })
