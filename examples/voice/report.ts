// Everything that a page is shown of a conversation: the reports of `startLive`, and two about the server.
import type { LiveReport } from 'ctxc/live'

export type Report =
  | LiveReport
  /** A conversation begins, or goes on: the reports that the page has not seen follow. */
  | { readonly type: 'talk'; readonly id: string }
  /** The page reached its server, or lost it. */
  | { readonly type: 'server'; readonly isOpen: boolean }

/** A report with its time, in milliseconds since 1970, and its number if the server keeps it for a page that comes back. */
export type Shown = Report & { readonly at: number; readonly number?: number }
