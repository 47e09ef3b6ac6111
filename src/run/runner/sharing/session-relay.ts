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
      const end = relay.subscribe(key, value => this.receive(key, reports, value))
      this.joined.set(name, { end, reports })
    }
    if (reports.needsParts && !this.options.isRunHere(key)) this.publish(key, { type: 'joined' })
  }

  leave(key: SessionKey): void {
    const name = keyText(key)
    this.joined.get(name)?.end()
    this.joined.delete(name)
  }

  leaveAll(): void {
    for (const { end } of this.joined.values()) end()
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
  publishReport(key: SessionKey, report: UnstoredReport, after: number): void {
    this.publish(key, { type: 'reports', after, reports: [report], isSoFar: false })
  }

  private publish(key: SessionKey, content: Content<RelayMessage>): void {
    const { relay, holder } = this.options
    relay?.publish(key, { ...content, from: holder } as never as JsonValue)
  }

  private receive(key: SessionKey, reports: ForeignReports, value: JsonValue): void {
    const { holder, sessionOf, isRunHere, onChange } = this.options
    const message = readMessage(value, holder)
    const active = sessionOf(key)
    if (message === null || active === null) return
    if (message.type === 'joined') {
      const { unfinishedParts: parts, live } = active
      if (isRunHere(key))
        this.publish(key, { type: 'reports', after: live.session.length, reports: parts, isSoFar: true })
    } else if (message.type === 'reports') {
      for (const report of reports.receive(message, active.live.session)) active.deliverReport(report)
      if (reports.needsParts) this.publish(key, { type: 'joined' })
    } else if (message.type === 'released' || message.revision > active.live.session.length) onChange(key)
  }
}
