import type { JsonValue } from '../../../core/ir/json.ts'
import { keyText, type SessionKey } from '../../../core/session/owner.ts'
import type { SessionChange } from '../../store/leases.ts'
import type { Relay } from '../../store/relay.ts'
import type { ActiveSession } from '../active-session.ts'
import { ignoreErrors } from '../observe/observers.ts'
import { ForeignReports } from './foreign-reports.ts'
import { type RelayMessage, readMessage, type UnstoredReport } from './messages.ts'

type Content<Message> = Message extends unknown ? Omit<Message, 'from'> : never

type FromRun = Extract<RelayMessage, { readonly type: 'began' | 'reports' }>

/** Parameters of `SessionRelay`. */
interface SessionRelayOptions {
  /** Relay between the processes; undefined if there is none. */
  readonly relay: Relay | undefined
  /** Name of this process. */
  readonly holder: string
  /** Returns a session that is in memory; null for any other session. */
  readonly sessionOf: (key: SessionKey) => ActiveSession | null
  /** Called when another process appended to a session, or does not run it any more: then the session is free. */
  readonly onChange: (change: SessionChange) => void
}

/** Run of this process. */
interface OwnRun {
  /** Name of the run, unlike every other one of the session. */
  readonly name: string
  /** Processes that follow the run. Without any, nothing is sent. */
  readonly followers: Set<string>
}

/** Session to whose messages this process listens. */
interface Joined {
  readonly key: SessionKey
  readonly reports: ForeignReports
  /** Ends the subscription. */
  readonly end: () => void
}

/** Messages between this process and others about the sessions that it runs or follows. */
export class SessionRelay {
  private readonly options: SessionRelayOptions
  /** Runs of this process, by session. */
  private readonly runs = new Map<string, OwnRun>()
  private readonly joined = new Map<string, Joined>()

  constructor(options: SessionRelayOptions) {
    this.options = options
  }

  /** Begins to follow a session that another process runs. Asks for the parts so far, unless it has them. */
  join(key: SessionKey): void {
    if (this.options.relay === undefined) return
    if (this.listen(key).needsParts) this.publish(key, { type: 'joined' })
  }

  /** Begins to listen to the messages about a session that this process runs from now on. */
  beginRun(active: ActiveSession, name: string): void {
    if (this.options.relay === undefined) return
    const { key, session } = active.live
    this.runs.set(keyText(key), { name, followers: new Set() })
    // The other process left the parts of its answers unfinished.
    for (const report of this.listen(key).end(session)) active.deliverReport(report)
    this.publish(key, { type: 'began' })
  }

  private listen(key: SessionKey): ForeignReports {
    const name = keyText(key)
    const known = this.joined.get(name)
    if (known !== undefined) return known.reports
    const reports = new ForeignReports()
    this.joined.set(name, { key, reports, end: this.subscribe(key, reports) })
    return reports
  }

  private subscribe(key: SessionKey, reports: ForeignReports): () => void {
    const { relay } = this.options
    const listener = (value: JsonValue): void => void ignoreErrors(() => this.receive(key, reports, value))
    return ignoreErrors(() => relay?.subscribe(key, listener)) ?? (() => {})
  }

  /** Ends what `join` or `beginRun` began. */
  leave(key: SessionKey): void {
    const name = keyText(key)
    const known = this.joined.get(name)
    if (known === undefined) return
    if (!this.runs.delete(name)) this.publish(key, { type: 'left' })
    this.joined.delete(name)
    ignoreErrors(known.end)
  }

  leaveAll(): void {
    for (const { key } of this.joined.values()) this.leave(key)
  }

  /** Delivers the reports that waited for events which were read now. */
  deliverEarlyReports(active: ActiveSession): void {
    const known = this.joined.get(keyText(active.live.key))
    for (const report of known?.reports.release(active.live.session) ?? []) active.deliverReport(report)
  }

  publishAppended(key: SessionKey, revision: number): void {
    if (this.isHeard(key)) this.publish(key, { type: 'appended', revision })
  }

  publishReleased(key: SessionKey): void {
    if (this.isHeard(key)) this.publish(key, { type: 'released' })
  }

  /** Sends a report of a run of this process. `after` is the number of stored events before it. */
  publishReport(key: SessionKey, report: UnstoredReport, after: number): void {
    const run = this.runs.get(keyText(key))
    if (run === undefined || run.followers.size === 0) return
    this.publish(key, { type: 'reports', after, run: run.name, reports: [report], isSoFar: false })
  }

  /** Whether another process may listen: one that follows the run of this process, or one that runs the session. */
  private isHeard(key: SessionKey): boolean {
    return this.runs.get(keyText(key))?.followers.size !== 0
  }

  private publish(key: SessionKey, content: Content<RelayMessage>): void {
    const { relay, holder } = this.options
    // Messages may get lost, because everything that matters is in the store.
    ignoreErrors(() => relay?.publish(key, { ...content, from: holder } as never as JsonValue))
  }

  private receive(key: SessionKey, reports: ForeignReports, value: JsonValue): void {
    const { holder, sessionOf, onChange } = this.options
    const message = readMessage(value, holder)
    const active = sessionOf(key)
    if (message === null || active === null) return
    const { session } = active.live
    const own = this.runs.get(keyText(key))
    switch (message.type) {
      case 'appended':
        if (message.revision > session.length)
          onChange({ key, isChanged: true, isFree: false, isPaused: false })
        return
      case 'released':
        return onChange({ key, isChanged: true, isFree: true, isPaused: false })
      case 'left':
        own?.followers.delete(message.from)
        return
      case 'joined':
        if (own === undefined) return
        own.followers.add(message.from)
        return this.publish(key, {
          ...{ type: 'reports', after: session.length, run: own.name, isSoFar: true },
          reports: active.unfinishedParts,
        })
      case 'began':
      case 'reports':
        // If this process has the session, another one has lost it, and its reports do not matter.
        if (own === undefined) this.receiveReports(message, active, reports)
        return
      default:
        message satisfies never
    }
  }

  private receiveReports(message: FromRun, active: ActiveSession, reports: ForeignReports): void {
    const { key, session } = active.live
    const shown = message.type === 'began' ? reports.end(session) : reports.receive(message, session)
    for (const report of shown) active.deliverReport(report)
    if (reports.needsParts) this.publish(key, { type: 'joined' })
  }
}
