import type { JsonValue } from '../../../core/ir/json.ts'
import { keyText, type SessionKey } from '../../../core/session/owner.ts'
import type { Relay } from '../../store/relay.ts'
import type { ActiveSession } from '../active-session.ts'
import { ForeignReports } from './foreign-reports.ts'
import { type RelayMessage, readMessage, type UnstoredReport } from './messages.ts'

type Content<Message> = Message extends unknown ? Omit<Message, 'from'> : never

/** Parameters of `SessionRelay`. */
interface SessionRelayOptions {
  /** Relay between the processes; undefined if there is none. */
  readonly relay: Relay | undefined
  /** Name of this process. */
  readonly holder: string
  /** Returns a session that is in memory; null for any other session. */
  readonly sessionOf: (key: SessionKey) => ActiveSession | null
  /** Whether this process runs a session. */
  readonly isRunHere: (key: SessionKey) => boolean
  /** Called when another process appended to a session, or does not run it any more. */
  readonly onChange: (key: SessionKey) => void
}

/** Messages between this process and others about the sessions that it runs or follows. */
export class SessionRelay {
  private readonly options: SessionRelayOptions
  /** Names of the runs of this process, by session. */
  private readonly runsHere = new Map<string, string>()
  private readonly joined = new Map<string, { readonly end: () => void; readonly reports: ForeignReports }>()

  constructor(options: SessionRelayOptions) {
    this.options = options
  }

  /** Begins to listen to the messages about a session. If another process runs it, asks for the parts so far. */
  join(key: SessionKey): void {
    const { relay } = this.options
    if (relay === undefined) return
    const name = keyText(key)
    const known = this.joined.get(name)
    const reports = known?.reports ?? new ForeignReports()
    if (known === undefined) {
      this.joined.set(name, { end: this.subscribe(key, reports), reports })
    }
    if (reports.needsParts && !this.options.isRunHere(key)) this.publish(key, { type: 'joined' })
  }

  private subscribe(key: SessionKey, reports: ForeignReports): () => void {
    const { relay } = this.options
    try {
      return relay?.subscribe(key, value => this.receive(key, reports, value)) ?? (() => {})
    } catch {
      return () => {}
    }
  }

  leave(key: SessionKey): void {
    const name = keyText(key)
    const known = this.joined.get(name)
    this.joined.delete(name)
    this.runsHere.delete(name)
    ignoreErrors(known?.end)
  }

  leaveAll(): void {
    for (const { end } of this.joined.values()) ignoreErrors(end)
    this.joined.clear()
  }

  /** Takes back the parts of answers that another process left unfinished, because this process runs the session now. */
  retractForeignParts(active: ActiveSession): void {
    const known = this.joined.get(keyText(active.live.key))
    for (const report of known?.reports.end(active.live.session) ?? []) active.deliverReport(report)
  }

  /** Delivers the reports that waited for events which were read now. */
  deliverEarlyReports(active: ActiveSession): void {
    const known = this.joined.get(keyText(active.live.key))
    for (const report of known?.reports.release(active.live.session) ?? []) active.deliverReport(report)
  }

  publishAppended(key: SessionKey, revision: number): void {
    this.publish(key, { type: 'appended', revision })
  }

  publishReleased(key: SessionKey): void {
    this.publish(key, { type: 'released' })
  }

  /** Sends a report of this process. `after` is the number of stored events before it. */
  publishReport(key: SessionKey, report: UnstoredReport, after: number, run: string): void {
    this.runsHere.set(keyText(key), run)
    this.publish(key, { type: 'reports', after, run, reports: [report], isSoFar: false })
  }

  private publish(key: SessionKey, content: Content<RelayMessage>): void {
    const { relay, holder } = this.options
    try {
      relay?.publish(key, { ...content, from: holder } as never as JsonValue)
    } catch {
      // Messages may get lost, because everything that matters is in the store.
    }
  }

  private receive(key: SessionKey, reports: ForeignReports, value: JsonValue): void {
    const { holder, sessionOf, isRunHere, onChange } = this.options
    const message = readMessage(value, holder)
    const active = sessionOf(key)
    if (message === null || active === null) return
    if (message.type === 'joined') {
      const { unfinishedParts: parts, live } = active
      if (isRunHere(key))
        this.publish(key, {
          ...{ type: 'reports', after: live.session.length, run: this.runsHere.get(keyText(key)) ?? '' },
          ...{ reports: parts, isSoFar: true },
        })
    } else if (message.type === 'reports') {
      for (const report of reports.receive(message, active.live.session)) active.deliverReport(report)
      if (reports.needsParts) this.publish(key, { type: 'joined' })
    } else if (message.type === 'released' || message.revision > active.live.session.length) onChange(key)
  }
}

/** Calls a function of an app's relay. Its errors must not end a run. */
function ignoreErrors(end: (() => void) | undefined): void {
  try {
    end?.()
  } catch {}
}
