// Everything that a page is shown of a conversation: the reports of `startLive`, and some that its record gives.
import type { LiveRecord, LiveReport } from 'ctxc/live'

export type Report =
  | LiveReport
  /** A conversation begins, or goes on: the reports that the page has not seen follow. */
  | { readonly type: 'talk'; readonly id: string }
  /** Words as they come; `said` has all of them when the turn ends. */
  | { readonly type: 'words'; readonly by: 'user' | 'model'; readonly text: string }
  | { readonly type: 'connection'; readonly to: 'server' | 'model'; readonly isOpen: boolean }

/** A report with its time, in milliseconds since 1970, and its number if the server keeps it for a page that comes back. */
export type Shown = Report & { readonly at: number; readonly number?: number }

/** Returns what a line of the record shows; null for nothing. */
export function reportOf({ event }: LiveRecord): Report | null {
  switch (event.type) {
    case 'heard':
      return { type: 'words', by: 'user', text: event.text }
    case 'spoke':
      return { type: 'words', by: 'model', text: event.text }
    case 'ready':
      return { type: 'connection', to: 'model', isOpen: true }
    case 'closed':
      return { type: 'connection', to: 'model', isOpen: false }
    default:
      return null
  }
}
