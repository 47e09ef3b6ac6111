import type { JsonObject } from '../../core/ir/json.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import { ActiveSession } from './active-session.ts'
import { Compilers } from './compilers.ts'
import { SessionEngine } from './engine.ts'
import { LiveSession } from './live-session.ts'
import type { CurrentProgram } from './programs.ts'
import type { QuotaChecks } from './quotas.ts'
import type { RunnerSettings } from './settings.ts'
import { cachedLensOf, Shown } from './shown.ts'
import type { RunnerStore } from './store/steady-store.ts'
import type { Gates } from './tools/gates.ts'

/** Parameters of `loadActiveSession`. */
interface LoadContext {
  readonly store: RunnerStore
  readonly settings: RunnerSettings
  /** Program that the session runs. */
  readonly current: CurrentProgram
  readonly quotas: QuotaChecks | null
  readonly gates: Gates
  /** Called after this process appended to the session. */
  readonly announceAppend: (live: LiveSession) => void
}

/** Reads a session from the store. `state` is the initial state for a session that the store does not have. */
export async function loadActiveSession(
  key: SessionKey,
  { store, settings, current, quotas, gates, announceAppend }: LoadContext,
  state?: JsonObject,
): Promise<ActiveSession> {
  const { declared, program } = current
  const active = new ActiveSession(settings, current)
  const compilers = new Compilers(declared, settings)
  active.live = await LiveSession.open(
    key,
    {
      store,
      program,
      now: settings.now,
      remove: compilers.storageFilter(),
      publish(events, isForeign) {
        active.publishStoredEvents(events)
        // No task of this runner waits for the events of another writer.
        if (isForeign) active.engine.wakeLoop()
        else announceAppend(active.live)
      },
    },
    state,
  )
  const lens = cachedLensOf(
    () => active.live.session,
    session => compilers.observerViewOf(session),
  )
  const shown = new Shown(lens)
  active.shown = shown
  active.viewOf = owner => new Shown(() => lens().forOwner(owner))
  const report = active.reportToFollowers.bind(active)
  const { accounts = null } = store
  const { tools } = current.asked
  const context = { live: active.live, compilers, program, tools, settings, report, shown, quotas, accounts }
  active.engine = new SessionEngine(context, gates)
  return active
}
