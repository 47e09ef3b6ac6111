import type { AgentLens } from '../../core/compile/agent-lens.ts'
import type { Event } from '../../core/ir/event.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { Channel } from './channel.ts'
import type { RunEvent, RunOutcome } from './run-event.ts'
import type { Shown } from './shown.ts'
import { UnsavedDeltas } from './unsaved-deltas.ts'

/** Person to whom a session belongs, and the kinds of values that he may see again. */
export type SessionOwner = Parameters<AgentLens['forOwner']>[0]

/** Follower of a session: it gets the session's events until the session is done or waits. */
export interface Follower {
  readonly channel: Channel<RunEvent>
  /** Kinds of the owner's own values that the follower is shown; undefined for none. */
  readonly show?: readonly string[] | undefined
  /** Whether the follower waits for agents that work in the background after the run, too. */
  readonly background: boolean
  /** Whether the follower's message or request is in the log. Before that, no outcome is the follower's. */
  isBegun: boolean
  resolve(outcome: RunOutcome): void
  reject(reason: unknown): void
}

/** Returns the person who sees own values in a session; null if nobody does. */
export const ownerWhoSees = (
  { owner: { user } }: SessionKey,
  show: readonly string[] = [],
): SessionOwner | null => (user === undefined || show.length === 0 ? null : { user, show })

/** Followers who are shown the same form of a session. */
export class Audience {
  readonly followers = new Set<Follower>()
  private readonly unsaved = new UnsavedDeltas()

  /** Parts of answers that are not stored yet. */
  get unfinishedParts(): UnsavedDeltas['all'] {
    return this.unsaved.all
  }

  /** Sends a follower these events and the unfinished answers, and from then on all reports. */
  addFollower(follower: Follower, events: readonly Event[]): void {
    for (const event of events) follower.channel.push({ type: 'event', event })
    for (const delta of this.unsaved.all) follower.channel.push(delta)
    this.followers.add(follower)
  }

  /** Delivers a report in the form of this audience. */
  deliver(report: RunEvent): void {
    this.unsaved.add(report)
    for (const { channel } of this.followers) channel.push(report)
  }

  dropUnfinishedParts(): void {
    this.unsaved.clear()
  }
}

/** Followers who are shown own values of the person to whom the session belongs. */
export class OwnerAudience extends Audience {
  readonly shown: Shown

  /** `unfinished`: protected parts of answers that are not stored yet. */
  constructor(shown: Shown, unfinished: readonly RunEvent[]) {
    super()
    this.shown = shown
    for (const report of unfinished) this.deliverProtected(report)
  }

  /** Delivers a report that has protected form. `following` are the later events of the same commit. */
  deliverProtected(report: RunEvent, following: readonly Event[] = []): void {
    for (const each of this.shown.protectedReports(report, following)) this.deliver(each)
  }
}
