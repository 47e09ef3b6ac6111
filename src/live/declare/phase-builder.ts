import type { LiveState, Modifier, Predicate } from '../steering/modifier.ts'
import { when, withContext, withState } from '../steering/modifier.ts'
import type { Phase, StateText } from './phase.ts'

/** Chain that declares one phase; `done` returns to the agent's chain. Each call returns another chain. */
export class PhaseBuilder<Parent> {
  private readonly phase: Phase
  private readonly end: (phase: Phase) => Parent

  constructor(phase: Phase, end: (phase: Phase) => Parent) {
    this.phase = phase
    this.end = end
  }

  instruction(instruction: StateText): PhaseBuilder<Parent> {
    return this.with({ instruction })
  }

  /** Adds a transition; the first one that holds is taken. */
  transition(to: string, holds: Predicate, description?: string): PhaseBuilder<Parent> {
    const transition = { to, when: holds, ...(description !== undefined && { description }) }
    return this.with({ transitions: [...(this.phase.transitions ?? []), transition] })
  }

  guard(guard: Predicate): PhaseBuilder<Parent> {
    return this.with({ guard })
  }

  tools(...tools: readonly string[]): PhaseBuilder<Parent> {
    return this.with({ tools })
  }

  needs(...needs: readonly string[]): PhaseBuilder<Parent> {
    return this.with({ needs })
  }

  withState(keys: readonly string[]): PhaseBuilder<Parent> {
    return this.modified(withState(keys))
  }

  when(predicate: Predicate, text: string): PhaseBuilder<Parent> {
    return this.modified(when(predicate, text))
  }

  withContext(text: (state: LiveState) => string): PhaseBuilder<Parent> {
    return this.modified(withContext(text))
  }

  onEnterContext(onEnterContext: (state: LiveState) => string | null): PhaseBuilder<Parent> {
    return this.with({ onEnterContext })
  }

  /** Lets the model begin to speak on entry, or not. */
  speak(speak = true): PhaseBuilder<Parent> {
    return this.with({ speak })
  }

  terminal(): PhaseBuilder<Parent> {
    return this.with({ terminal: true })
  }

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
