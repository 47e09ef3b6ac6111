import type { Phase, StateText } from '../declare/phase.ts'
import type { LiveState, Modifier, Predicate } from '../steering/modifier.ts'
import { when, withContext, withState } from '../steering/modifier.ts'

/** Chain that declares one phase; `done` returns to the agent's chain. Each call returns another chain. */
export class PhaseBuilder<Parent> {
  private readonly phase: Phase
  private readonly end: (phase: Phase) => Parent

  constructor(phase: Phase, end: (phase: Phase) => Parent) {
    this.phase = phase
    this.end = end
  }

  /** Sets the instruction: a text, or a function of the state that writes it. */
  instruction(instruction: StateText): PhaseBuilder<Parent> {
    return this.with({ instruction })
  }

  /** Adds a transition; the first one that holds is taken. */
  transition(to: string, holds: Predicate, description?: string): PhaseBuilder<Parent> {
    const transition = { to, when: holds, ...(description !== undefined && { description }) }
    return this.with({ transitions: [...(this.phase.transitions ?? []), transition] })
  }

  /** Sets the condition under which a transition may enter the phase. */
  guard(guard: Predicate): PhaseBuilder<Parent> {
    return this.with({ guard })
  }

  /** Sets the names of the tools that the model may call in the phase. */
  tools(...tools: readonly string[]): PhaseBuilder<Parent> {
    return this.with({ tools })
  }

  /** Sets the state keys that the phase is to gather. */
  needs(...needs: readonly string[]): PhaseBuilder<Parent> {
    return this.with({ needs })
  }

  /** Adds the values of some state keys. */
  withState(keys: readonly string[]): PhaseBuilder<Parent> {
    return this.modified(withState(keys))
  }

  /** Adds a text that holds while a condition does. */
  when(predicate: Predicate, text: string): PhaseBuilder<Parent> {
    return this.modified(when(predicate, text))
  }

  /** Adds a text that a function writes from the state. */
  withContext(text: (state: LiveState) => string): PhaseBuilder<Parent> {
    return this.modified(withContext(text))
  }

  /** Sets a text that the model is told once on entry; null for none. */
  onEnterContext(onEnterContext: (state: LiveState) => string | null): PhaseBuilder<Parent> {
    return this.with({ onEnterContext })
  }

  /** Lets the model begin to speak on entry, or not. */
  speak(speak = true): PhaseBuilder<Parent> {
    return this.with({ speak })
  }

  /** Marks the phase as the last one: no transition leaves it. */
  terminal(): PhaseBuilder<Parent> {
    return this.with({ terminal: true })
  }

  /** Returns to the agent's chain with the phase. */
  done(): Parent {
    return this.end(this.phase)
  }

  private modified(modifier: Modifier): PhaseBuilder<Parent> {
    return this.with({ modifiers: [...(this.phase.modifiers ?? []), modifier] })
  }

  private with(fields: Partial<Phase>): PhaseBuilder<Parent> {
    return new PhaseBuilder({ ...this.phase, ...fields }, this.end)
  }
}
