import type { StateDelta } from '../ir/event.ts'
import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import { frozenJson } from '../state/json-value.ts'
import type { Owner } from '../store/owner.ts'

/** State of the session for a tool: it reads the state of when the call began, with its own changes. */
export interface ToolState {
  get(key: string): JsonValue | undefined
  /** Changes a key. The change is recorded with the call's result. Throws a TypeError for a value that is not JSON. */
  set(key: string, value: JsonValue): void
  delete(key: string): void
}

/** Context of a tool's `execute`. */
export interface ToolContext {
  /** Key of the call, the same on every attempt: `SESSION/SEQ.PART`. Give it to services as an idempotency key. */
  readonly key: string
  /** Name of the agent that made the call. */
  readonly agent: string
  /** Aborts when the call's time is over, and when the call or the run is cancelled. */
  readonly signal: AbortSignal
  readonly session: { readonly id: string; readonly owner: Owner }
  readonly state: ToolState
}

/** State that records a tool's changes. */
export class RecordedState implements ToolState {
  private readonly state: State
  private readonly changed = new Map<string, JsonValue | undefined>()

  constructor(state: State) {
    this.state = state
  }

  get(key: string): JsonValue | undefined {
    if (this.changed.has(key)) return this.changed.get(key)
    return Object.hasOwn(this.state, key) ? this.state[key] : undefined
  }

  set(key: string, value: JsonValue): void {
    this.changed.set(key, frozenJson(value))
  }

  delete(key: string): void {
    this.changed.set(key, undefined)
  }

  /** Returns the changes; null for none. */
  get delta(): StateDelta | null {
    if (this.changed.size === 0) return null
    const set: Record<string, JsonValue> = {}
    const gone: string[] = []
    for (const [key, value] of this.changed) {
      if (value === undefined) gone.push(key)
      else set[key] = value
    }
    return { set, delete: gone }
  }
}
