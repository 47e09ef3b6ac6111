// Reports that a page shows about a conversation: the reports of `startLive`, and two about the server.
import type { LiveReport } from 'ctxc/live'

export type Report =
  | LiveReport
  /** A conversation begins or is resumed. The reports that the page has not received follow. */
  | { readonly type: 'talk'; readonly id: string }
  /** The page connected to its server, or lost the connection. */
  | { readonly type: 'server'; readonly isOpen: boolean }

/**
 * Report with its time, in milliseconds since 1970. A report that the server keeps for a returning page also has a
 * number.
 */
export type Shown = Report & { readonly at: number; readonly number?: number }
