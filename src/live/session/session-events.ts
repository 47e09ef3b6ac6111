import type { Event, EventInput } from '../../core/ir/event.ts'
import type { Session } from '../../core/session/session.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { LiveReport } from './live-event.ts'

const external = { trust: 'external' as const }

/**
 * Returns the session events for a report: texts, calls and their results, and changes of the state and of the phase.
 * Messages that steer the model are only in the record, not in the session.
 */
export function eventsOfReport(report: LiveReport | null): readonly EventInput[] {
  switch (report?.type) {
    case 'said':
      if (report.text === '') return []
      return [{ author: report.by === 'user' ? 'user' : report.agent, text: report.text }]
    case 'called': {
      const { agent, id, name, args } = report
      return [{ author: agent, parts: [{ kind: 'tool-call', id, name, arguments: args }] }]
    }
    case 'answered': {
      const { id, name, value, isError, isExternal } = report
      const content =
        typeof value === 'string' ? { kind: 'text' as const, text: value } : { kind: 'data' as const, value }
      return [
        {
          author: 'tool',
          parts: [
            { kind: 'tool-result', id, name, content: [content], ...(isError && { isError: true as const }) },
          ],
          ...(isExternal && external),
        },
      ]
    }
    case 'transferred':
      return [{ author: 'developer', parts: [], actions: { state: { set: { 'session:agent': report.to } } } }]
    case 'phase':
      return [{ author: 'developer', parts: [], actions: { state: { set: { 'session:phase': report.to } } } }]
    case 'state': {
      const { set, delete: deleted, by } = report
      // Facts are as trusted as the texts from which they were extracted.
      const trust = by === 'external' ? external : by === 'extraction' ? { trust: 'model' as const } : {}
      const author = by === 'tool' || by === 'external' ? 'tool' : 'developer'
      const isNothing = Object.keys(set).length === 0 && deleted.length === 0
      return isNothing ? [] : [{ author, parts: [], ...trust, actions: { state: { set, delete: deleted } } }]
    }
    default:
      return []
  }
}

/** Returns the texts of an event as one text. */
export const textsOfEvent = ({ parts }: Pick<Event, 'parts'>): string =>
  parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('')

/** Maximum number of events of an earlier conversation in which texts are searched. */
const mostEvents = 200

/** Returns the last texts of the user and the model in a session. */
export const lastSessionTexts = ({ events }: Session): readonly SaidText[] =>
  events.slice(-mostEvents).flatMap((event): SaidText[] => {
    const { author } = event
    const text = textsOfEvent(event)
    if (text === '' || author === 'tool' || author === 'developer') return []
    return [{ by: author === 'user' ? 'user' : 'model', text }]
  })
