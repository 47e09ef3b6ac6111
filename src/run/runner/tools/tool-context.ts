import type { HandleSource } from '../../../core/agent/expand-tool.ts'
import { Path } from '../../../core/form/path.ts'
import { nonEmptyText } from '../../../core/form/quantities.ts'
import type { StateDelta } from '../../../core/ir/event.ts'
import type { JsonValue } from '../../../core/ir/json.ts'
import type { Owner } from '../../../core/session/owner.ts'
import type { State } from '../../../core/session/state.ts'
import { frozenJson } from '../../../core/text/json-value.ts'
import { mapTexts } from '../../../core/text/map-texts.ts'

/** Session state for a tool: as of the start of the call, with the changes that the tool made itself. */
export interface ToolState {
  get(key: string): JsonValue | undefined
  /** Changes a key. The change is recorded with the call's result. Throws a TypeError for a value that is not JSON. */
  set(key: string, value: JsonValue): void
  delete(key: string): void
}

/** Context of a tool's `execute`. */
export interface ToolContext {
  /**
   * Key of the call, equal on every attempt: `APP/USER/SESSION/SEQ.PART`, without USER if the owner has no user. Pass
   * it to services as an idempotency key.
   */
  readonly key: string
  /** Name of the agent that made the call. */
  readonly agent: string
  /** Aborts when the call's time is over, or when the call or the run is cancelled. */
  readonly signal: AbortSignal
  readonly session: { readonly id: string; readonly owner: Owner }
  readonly state: ToolState
  /** Texts by name, from the runner's `compile` options. */
  readonly artifacts: Readonly<Record<string, string>>
  /** Reports the progress of the call to the run's followers, as an event `progress` that is not stored. */
  readonly progress: (value: JsonValue) => void
  /** Source of the full content behind handles, for a tool that expands them; null for other tools. */
  readonly handles: HandleSource | null
}

const assertStateKey = (key: unknown): void => nonEmptyText(key, Path.named('a key of the state'))

/** Session state that records the changes of a tool or callback. */
export class RecordedState implements ToolState {
  /** Session as of the start. Its state is worked out when somebody reads it. */
  private readonly session: { readonly state: State }
  private readonly changed = new Map<string, JsonValue | undefined>()
  /** Keys that were changed since the last `take`. */
  private readonly pending = new Set<string>()
  private written: (text: string) => string = text => text

  constructor(session: { readonly state: State }) {
    this.session = session
  }

  get(key: string): JsonValue | undefined {
    if (this.changed.has(key)) return this.changed.get(key)
    // Returns a copy, because the session itself contains the value.
    const { state } = this.session
    return Object.hasOwn(state, key) ? frozenJson(state[key]) : undefined
  }

  set(key: string, value: JsonValue): void {
    assertStateKey(key)
    const own = this.written(key)
    this.changed.set(own, mapTexts(frozenJson(value), this.written))
    this.pending.add(own)
  }

  delete(key: string): void {
    assertStateKey(key)
    const own = this.written(key)
    this.changed.set(own, undefined)
    this.pending.add(own)
  }

  /** Changes the texts of all recorded changes and of later ones. Used to hide real values of placeholders. */
  changeTexts(change: (text: string) => string): void {
    this.written = change
    const before = [...this.changed]
    const isPending = before.map(([key]) => this.pending.has(key))
    this.changed.clear()
    this.pending.clear()
    for (const [at, [key, value]] of before.entries()) {
      const own = change(key)
      this.changed.set(own, value === undefined ? value : frozenJson(mapTexts(value, change)))
      if (isPending[at]) this.pending.add(own)
    }
  }

  /** Returns the changes since the last `take`; null for none. */
  takeChanges(): StateDelta | null {
    if (this.pending.size === 0) return null
    const set = new Map<string, JsonValue>()
    const gone: string[] = []
    for (const key of this.pending) {
      const value = this.changed.get(key)
      if (value === undefined) gone.push(key)
      else set.set(key, value)
    }
    this.pending.clear()
    return { set: Object.fromEntries(set), delete: gone }
  }
}
