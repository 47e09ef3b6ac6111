import type { Report, Shown } from '../report.ts'

/** A conversation with the engine on the server or in the browser. */
export interface Talk {
  /** Sends a piece of the user's voice: base64 of PCM, 16 bits, 16 kHz. */
  sendAudio(data: string): void
  sendText(text: string): void
  end(): void
}

export type Show = (report: Shown) => void

/** Returns a report with the current time. */
export const shownNow = (report: Report): Shown => ({ ...report, at: Date.now() })
