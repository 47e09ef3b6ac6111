import { carrierRefused, connectionEnded, sessionNotResumed } from '../../core/diag/live.ts'
import { confirmMessage } from './confirm.ts'
import type { LiveEvent } from './event.ts'
import { sendPendingChanges, slotsInFlight } from './flush.ts'
import { openConnection, resetConnectionState } from './reconnect.ts'
import { toolNamesIn, wantedSlots } from './wanted.ts'
import type { EngineWork } from './work.ts'

/** Milliseconds until a new connection counts as working, even if nobody speaks. */
const aliveAfter = 10_000

/** Sends the setup of a connection, with the current instruction and tools. */
export function sendSetup(work: EngineWork): void {
  const { state, engine } = work
  const isSent = Object.values(state.flying).some(({ kind }) => kind === 'setup')
  if (state.status !== 'connecting' || isSent) return
  const slots = wantedSlots(engine, state).filter(({ kind }) => kind !== 'context')
  const textOfSlot = (id: string): string | undefined => slots.find(slot => slot.id === id)?.text
  const tools = textOfSlot('tools')
  const names = tools === undefined ? work.config.tools.map(({ name }) => name) : toolNamesIn(engine, tools)
  work.sendEngineMessage(
    {
      ...{ kind: 'setup', agent: work.config.name, instruction: textOfSlot('instruction') ?? '' },
      ...{ tools: names, handle: state.handle },
    },
    slotsInFlight(slots),
  )
}

/** Records that the server accepted the setup, so that the connection is open. */
export function recordSetupAccepted(work: EngineWork): void {
  const { state } = work
  if (state.status !== 'connecting') return
  const setup = Object.entries(state.flying).find(([, { kind }]) => kind === 'setup')
  // A connection that was abandoned may also report that it is ready. The report must not open the current connection.
  if (setup === undefined) return
  state.status = 'open'
  work.setTimer('setup', null)
  work.setTimer('alive', aliveAfter)
  confirmMessage(work, Number(setup[0]))
  sendPendingChanges(work, 'any')
}

/** Records that the connection ended, and opens a new one. */
export function handleConnectionClose(
  work: EngineWork,
  { isRefused, refusesUpdates, reason = '' }: Extract<LiveEvent, { readonly type: 'closed' }>,
): void {
  const { state } = work
  if (state.status === 'new') return
  if (refusesUpdates) {
    state.refused = [...new Set([...state.refused, 'instruction/update', 'tools/update'])]
    work.reportDiagnostic(carrierRefused(['instruction', 'tools'], reason))
  }
  // The server no longer knows the resumption handle. The next session begins without any content.
  if (isRefused && state.status === 'connecting' && state.handle !== null) {
    state.handle = null
    work.reportDiagnostic(sessionNotResumed())
  } else if (reason !== '') work.reportDiagnostic(connectionEnded(reason))
  resetConnectionState(work)
  state.attempts += 1
  openConnection(work)
}
