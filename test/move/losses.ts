import type { Part } from '../../src/core/ir/part.ts'
import { leavesOf } from '../laws/law.ts'
import type { Stop } from './journey.ts'
import { fatesOfStop } from './outcome.ts'

/** Something that was in the session and is not in the request. */
export interface Loss {
  /** Kind of the lost part, or of its field. */
  readonly what: string
  readonly text: string
  readonly origin: string
  /** Codes of the diagnostics that report the loss, or may report it; empty for a silent loss. */
  readonly codes: readonly string[]
  /** Codes among them that name the very place. */
  readonly exact: readonly string[]
  /** Whether the ledger reports it. */
  readonly told: boolean
  /** Whether nothing of its unit was sent. */
  readonly isWhole: boolean
}

interface Held {
  readonly what: string
  readonly text: string
}

/** Strings by which a provider types, finds or links a thing: nobody wrote them. */
const labels =
  /\/(type|status|role|format|phase|id|madeBy|itemId|cache_control\/ttl|toolCallId|approvalId|call_id|approval_request_id)$/

const inner = (what: string, value: unknown): Held[] =>
  leavesOf(value)
    .filter(({ pointer }) => !labels.test(pointer))
    .map(({ text }) => ({ what, text }))

/** Every string that somebody said or gave in a part. */
function stringsOf(part: Part): Held[] {
  // The importer of the AI SDK keeps in `form` which form a result's output had.
  const beside =
    'extra' in part && part.extra ? inner('field', { ...part.extra.fields, form: undefined }) : []
  const seal = 'seal' in part && part.seal ? [{ what: 'signature', text: part.seal.value }] : []
  return [...ownStrings(part), ...beside, ...seal]
}

/** Fields of reasoning that hold what the model thought, in the words of any provider, or seal it. */
const thoughts =
  /^\/providerOptions\/|\/(text|thinking|signature|data|summary|encrypted_content|thoughtSignature|reasoning|reasoning_content)$/

/** Lists the strings of a reasoning item. Fields that no API gives to reasoning are no thoughts, and are named as fields. */
const thoughtStrings = (payload: unknown): Held[] =>
  leavesOf(payload)
    .filter(({ pointer }) => !labels.test(pointer))
    .map(({ pointer, text }) => ({
      what: thoughts.test(pointer) ? 'reasoning' : 'field of reasoning',
      text,
    }))

function ownStrings(part: Part): Held[] {
  switch (part.kind) {
    case 'text':
      return [{ what: 'text', text: part.text }]
    case 'reasoning':
      return [{ what: 'reasoning', text: part.text }, ...thoughtStrings(part.native?.payload ?? {})]
    case 'tool-result':
      return part.content.flatMap(piece => {
        const what = piece.kind === 'file' ? 'file in a result' : 'result'
        return stringsOf(piece).map(held =>
          held.what === 'file' || held.what === 'text' || held.what === 'data' ? { ...held, what } : held,
        )
      })
    case 'file': {
      const { source, name } = part
      const named = name === undefined ? [] : [{ what: 'file name', text: name }]
      return [...inner('file', { ...source, type: undefined, format: undefined }), ...named]
    }
    case 'opaque':
      // An image that a model drew while it reasoned is a thought of that model.
      return inner(part.type === 'reasoning-file' ? 'reasoning' : 'own item', part.payload)
    case 'data':
      return inner('data', part.value)
    default:
      // Names and arguments are looked at call by call.
      return []
  }
}

/** The number of an event in a place like `e:4`; before every event where there is no such place. */
const eventOf = (place: unknown): number => Number(/^e:(\d+)/.exec(String(place))?.[1] ?? -1)

/** Lists the strings of a session that its request lacks, with the diagnostics about each. */
export function lossesOf(stop: Stop): Loss[] {
  const { result, conversation } = stop
  if (!result.ok) return []
  const fates = fatesOfStop(stop)
  const has = fates[0]?.found ?? (() => true)
  return fates.flatMap(({ unit, fate, edits, reason }) =>
    // A unit in a provider's compaction reaches that provider as part of it.
    (reason === 'covered-by-provider' ? [] : unit.spans).flatMap(({ seq, from, to }) => {
      const event = conversation.session.event(seq)
      return event.parts.slice(from, to).flatMap((part, index) => {
        const origin = `e:${seq}.${from + index}`
        return stringsOf(part)
          .filter(({ text, what }) => text.trim() !== '' && !has({ what, text }))
          .map(({ what, text }): Loss => {
            const places = new Set([origin, `e:${seq}`])
            const exact = result.diagnostics.filter(({ at }) => at.some(place => places.has(place)))
            // A diagnostic of many places shows five of them, and counts the rest.
            const more = result.diagnostics.filter(({ at, data }) => Number(data.count ?? 0) > at.length)
            // A diagnostic of a trim says where the history begins now.
            const trimming =
              fate === 'kept' ? [] : result.diagnostics.filter(({ data }) => seq < eventOf(data.begins))
            const codes = [...exact, ...more, ...trimming].map(({ code }) => code)
            return {
              what,
              text,
              origin,
              codes,
              exact: exact.map(({ code }) => code),
              told: fate !== 'kept' || edits.length > 0,
              isWhole: fate !== 'kept',
            }
          })
      })
    }),
  )
}
