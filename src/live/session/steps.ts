import type { Session } from '../../core/session/session.ts'
import type { LiveEffect } from '../engine/effect.ts'
import type { LiveEvent } from '../engine/event.ts'
import { type EngineState, newEngineState } from '../engine/state.ts'
import { step } from '../engine/step.ts'
import type { EngineConfig } from '../engine/wanted.ts'
import { reportOfEffect } from './live-event.ts'
import type { ProtectedLog } from './protected-log.ts'
import { eventsOfReport } from './session-events.ts'

/** Steps of a conversation. Each step changes the engine's state and the log together. */
export class EngineSteps {
  readonly engine: EngineConfig
  state: EngineState = newEngineState()
  log: Session
  readonly shown: ProtectedLog | null

  constructor(engine: EngineConfig, log: Session, shown: ProtectedLog | null) {
    this.engine = shown === null ? engine : { ...engine, shown }
    this.log = log
    this.shown = shown
  }

  /** Passes an event to the engine, and returns the effects to perform. */
  applyEvent(event: LiveEvent): readonly LiveEffect[] {
    const before = this.state
    let [state, effects] = step(this.engine, before, event)
    const events = effects.flatMap(effect => eventsOfReport(reportOfEffect(effect)))
    if (events.length > 0) this.log = this.log.append(...events)
    if (this.shown !== null && events.length > 0) {
      this.shown.takeNewLog(this.log)
      // The step runs again, because the form that the model sees depends on the log, and the log now has the event.
      ;[state, effects] = step(this.engine, before, event)
    }
    this.state = state
    const notes = this.shown?.diagnostics() ?? []
    return [...effects, ...notes.map(diagnostic => ({ type: 'note' as const, diagnostic }))]
  }
}
