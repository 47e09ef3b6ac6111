import type { Event } from '../../core/ir/event.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import { restoreSession } from '../../core/session/restore.ts'
import { ownerWhoSees } from './audience.ts'
import { Compilers } from './compilers.ts'
import type { Programs } from './programs.ts'
import type { RunInput } from './runner.ts'
import type { RunnerSettings } from './settings.ts'
import type { RunnerStore } from './store/steady-store.ts'

/** Runner's store, programs and settings. */
interface EventsContext {
  readonly store: RunnerStore
  readonly programs: Programs
  readonly settings: RunnerSettings
}

/** Returns all events of a stored session as they are shown; null if there is no such session. */
export async function shownEvents(
  { store, programs, settings }: EventsContext,
  key: SessionKey,
  { show }: Pick<RunInput, 'show'>,
): Promise<readonly Event[] | null> {
  const record = await store.read(key)
  if (record === null) return null
  const stored = restoreSession({ id: key.id, state: record.state, events: record.events })
  const lens = new Compilers(programs.current.declared, settings).observerViewOf(stored)
  const owner = ownerWhoSees(key, show)
  const view = owner === null ? lens : lens.forOwner(owner)
  return Array.from({ length: stored.length }, (_, seq) => view.event(seq))
}
