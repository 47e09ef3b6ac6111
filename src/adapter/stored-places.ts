import type { EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { Plan } from '../ir/plan.ts'
import { createSession } from '../session/create.ts'
import { sealEvents } from '../session/events.ts'
import { parseJson } from '../text/parse-json.ts'
import type { ConversationStorage } from './conversation-storage.ts'
import type { RecordedEvents } from './interleaved.ts'
import { LaterOutcomes } from './later-outcomes.ts'
import type { PlaceNames, SoughtNames } from './place-names.ts'
import type { ThreadPlace } from './thread-cache.ts'

/** Stored form of a place. */
interface StoredPlace {
  readonly plan: Plan
  readonly ids: string
  readonly recorded: readonly RecordedEvents[]
  /** Calls whose outcomes may still arrive: the names of their places, and how many outcomes are recorded. */
  readonly open: readonly { readonly name: string; readonly recorded: number }[]
}

/** Version of the stored form; other versions are not read. */
const prefix = 'ctxc:1:'

/** Places where calls ended, in the program's storage, for other processes. */
export class StoredPlaces {
  private readonly storage: ConversationStorage
  /** Reasons why the storage did not do its work, until they are reported. */
  private readonly failures = new Set<string>()

  constructor(storage: ConversationStorage) {
    this.storage = storage
  }

  /** Takes the reasons why the storage did not do its work since the last call. */
  takeFailures(): readonly string[] {
    const taken = [...this.failures]
    this.failures.clear()
    return taken
  }

  /** Returns the index of the first of some places that is stored, and the place; undefined if none is. */
  async first(
    names: readonly SoughtNames[],
  ): Promise<{ readonly index: number; readonly place: ThreadPlace } | undefined> {
    const whole = await this.firstOf(names.map(({ whole }) => whole))
    if (whole !== undefined) return whole
    const told = await Promise.all(
      names.map(({ content }) => (content === null ? undefined : this.read(content))),
    )
    return this.firstOf(told.map(name => (typeof name === 'string' ? name : null)))
  }

  /** Stores a place. The name by the messages alone leads to the place of the last call with these messages. */
  async leave({ whole, content }: PlaceNames, { plan, ids, recorded, open }: ThreadPlace): Promise<void> {
    const stored: StoredPlace = {
      ...{ plan, ids, recorded },
      open: open.flatMap(({ later: { name }, recorded }) => (name === null ? [] : [{ name, recorded }])),
    }
    await Promise.all([this.write(whole, stored), this.write(content, whole)])
  }

  /** Stores the outcomes of a call, and the keys of its work that is underway, so that no other process does the same. */
  async keep(later: LaterOutcomes): Promise<void> {
    if (later.name !== null) await this.write(laterName(later.name), later.toStored())
  }

  private async firstOf(
    names: readonly (string | null)[],
  ): Promise<{ readonly index: number; readonly place: ThreadPlace } | undefined> {
    const values = await Promise.all(names.map(name => (name === null ? undefined : this.read(name))))
    for (const [index, value] of values.entries()) {
      const name = names[index]
      const place = value === undefined || name == null ? null : await this.placeOf(name, value)
      if (place !== null) return { index, place }
    }
    return undefined
  }

  private async placeOf(name: string, value: unknown): Promise<ThreadPlace | null> {
    const stored = readPlace(value)
    if (stored === null) {
      this.failures.add('it returned a value that was not stored so')
      return null
    }
    const { plan, ids, recorded } = stored
    const open = await Promise.all(
      stored.open.map(async ({ name, recorded }) => ({ later: await this.laterOf(name), recorded })),
    )
    const later = open.map(one => one.later).find(one => one.name === name) ?? new LaterOutcomes(name)
    return { plan, ids, recorded, later, open, work: null }
  }

  private async laterOf(name: string): Promise<LaterOutcomes> {
    const value = await this.read(laterName(name))
    const { events, asked } = isObject(value) ? value : {}
    const isList = Array.isArray(asked) && asked.every(key => typeof key === 'string')
    return isList && areEvents(events) ? new LaterOutcomes(name, { events, asked }) : new LaterOutcomes(name)
  }

  private async read(name: string): Promise<unknown> {
    try {
      const value = await this.storage.get(prefix + name)
      return (typeof value === 'string' ? parseJson(value) : value) ?? undefined
    } catch (error) {
      this.failures.add(messageOf(error))
      return undefined
    }
  }

  private async write(name: string, value: unknown): Promise<void> {
    try {
      await this.storage.set(prefix + name, JSON.stringify(value))
    } catch (error) {
      this.failures.add(messageOf(error))
    }
  }
}

const laterName = (name: string): string => `${name}:later`

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether a value is a list of events, as `append` takes them. */
function areEvents(value: unknown): value is readonly EventInput[] {
  try {
    return Array.isArray(value) && createSession({ events: sealEvents(value) }).length === value.length
  } catch {
    return false
  }
}

/** Reads a stored place; null for anything else. The compile checks the plan itself. */
function readPlace(value: unknown): StoredPlace | null {
  if (!isObject(value) || !isObject(value.plan) || typeof value.ids !== 'string') return null
  const { recorded, open } = value
  if (!Array.isArray(recorded) || !Array.isArray(open)) return null
  const isWhole =
    recorded.every(one => isObject(one) && Number.isSafeInteger(one.after) && areEvents(one.events)) &&
    open.every(one => isObject(one) && typeof one.name === 'string' && Number.isSafeInteger(one.recorded))
  return isWhole ? (value as unknown as StoredPlace) : null
}
