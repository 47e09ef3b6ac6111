import type { LiveReport } from './live-event.ts'
import type { ProtectedLog } from './protected-log.ts'

type Saying = Extract<LiveReport, { readonly type: 'saying' }>

/** Removes protected values from the reports that a conversation's app gets. */
export class ShownReports {
  private readonly shown: ProtectedLog | null
  /** Texts that are being said, by speaker. A text's end is held back while it may begin a protected value. */
  private readonly open = new Map<Saying['by'], ReturnType<ProtectedLog['stream']>>()

  constructor(shown: ProtectedLog | null) {
    this.shown = shown
  }

  /** Returns the reports that may be delivered now, without protected values. */
  deliverableReports(report: LiveReport): readonly LiveReport[] {
    const { shown, open } = this
    if (shown === null) return [report]
    switch (report.type) {
      case 'saying': {
        const stream = open.get(report.by) ?? shown.stream()
        open.set(report.by, stream)
        return sayingReport(report.by, stream.push(report.text))
      }
      case 'said': {
        const { by } = report
        const rest = open.get(by)?.end() ?? ''
        open.delete(by)
        return [...sayingReport(by, rest), { ...report, text: shown.said(report) }]
      }
      case 'called':
        return [{ ...report, args: shown.arguments(report.id, report.args) }]
      case 'answered':
        return [{ ...report, value: shown.result(report.id, report.value) }]
      case 'state':
        return [
          { ...report, set: shown.values(report.set), delete: report.delete.map(key => shown.text(key)) },
        ]
      case 'note':
        return [{ ...report, diagnostic: shown.data(report.diagnostic) }]
      case 'connection':
        return [{ ...report, ...(report.reason !== undefined && { reason: shown.data(report.reason) }) }]
      case 'phase':
      case 'transferred':
      case 'interrupted':
      case 'audio':
      case 'sent':
      case 'ended':
        return [report]
    }
  }
}

const sayingReport = (by: Saying['by'], text: string): readonly Saying[] =>
  text === '' ? [] : [{ type: 'saying', by, text }]
