import type { Guard } from '../../../src/core/protect/protection.ts'
import { eventValues } from '../../../src/core/protect/session/looked-at.ts'
import { placeholdersIn, type Registry } from '../../../src/core/protect/session/registry.ts'
import { mappedTexts } from '../../../src/core/text/map-texts.ts'
import { createSession, type Session } from '../../../src/index.ts'
import { Dice } from './dice.ts'
import { forms } from './forms.ts'
import { leaksOf } from './leaks.ts'
import { isShowable, shownKinds } from './people.ts'
import { plotOf, redactionOf } from './planted.ts'

const isModel = (author: string): boolean => author === 'helper'
/** A placeholder that a second guard takes for a forgery is as good as the one before. */
const armed = (value: unknown): string => JSON.stringify(value).replaceAll('[ secret:', '[secret:')

/** Placeholders that authors other than a model that was shown them would resolve. */
function resolved(guard: Guard, session: Session, placeholders: readonly string[], early: number): string[] {
  return [...session.events]
    .filter(({ author, seq }) => !isModel(author) || seq < early)
    .flatMap(({ seq, author }) =>
      placeholders
        .filter(each => guard.call(seq).revealArguments({ it: each }, ['it']) !== null)
        .map(each => `${each} of '${author}' at ${seq} gives a value`),
    )
}

/** Returns the first event in which a value was found. */
const foundAt = (guard: Guard, value: string): number =>
  (guard as unknown as { readonly registry: Registry }).registry.foundAt(value)

/** Returns what a stream releases of a text whose bytes arrive in pieces. */
function streamed(guard: Guard, bytes: Uint8Array, cuts: readonly number[]): string {
  const stream = guard.stream()
  const decoder = new TextDecoder()
  let at = 0
  let text = ''
  for (const cut of [...cuts, bytes.length]) {
    text += stream.push(decoder.decode(bytes.subarray(at, cut), { stream: true }))
    at = cut
  }
  return text + stream.push(decoder.decode()) + stream.end()
}

/**
 * Lists the faults in the protected form of a seed's session: forged placeholders that resolve, a second protection that
 * changes something, bytes that change without a find, texts that are searched again, and streams that show a secret.
 */
export const guardComplaints = (seed: number): string[] =>
  complaintsOf(seed).map(complaint => `session ${seed}: ${complaint}`)

function complaintsOf(seed: number): string[] {
  const dice = Dice.of(seed)
  const plot = plotOf(dice, seed)
  const looked: string[] = []
  const redaction = redactionOf(looked, false, () => 9)
  const guard = redaction.guard([redaction])
  const complaints: string[] = []
  let session = createSession({ state: plot.state })
  let last: { readonly safe: Session; readonly kinds: string } | null = null
  let early = 0
  for (const events of plot.appends) {
    const from = session.length
    session = session.append(...events)
    looked.length = 0
    const safe = guard.protect(session, isModel)
    const kinds = JSON.stringify(guard.diagnostics([]))
    if (kinds === '[]') early = session.length
    const added = [...session.events].slice(from)
    const texts = added.flatMap(event => {
      const { values, names = [] } = eventValues(event)
      return [...mappedTexts(values), ...names]
    })
    if (last !== null && looked.length > texts.length)
      complaints.push(`${looked.length} texts are looked at after ${texts.length} were appended`)
    if (
      last !== null &&
      kinds === last.kinds &&
      added.every((_, at) => safe.event(from + at) === session.event(from + at))
    )
      for (let seq = 0; seq < from; seq++)
        if (safe.event(seq) !== last.safe.event(seq))
          complaints.push(`event ${seq} changed though nothing was found`)
    last = { safe, kinds }
  }
  if (last === null) return complaints
  const { safe } = last
  const again = redaction.guard([redaction]).protect(session, isModel)
  if (JSON.stringify(again.events) !== JSON.stringify(safe.events))
    complaints.push('a new guard gives another form')
  if (guard.protect(session, isModel) !== safe) complaints.push('protecting again gives another session')
  const twice = redaction.guard([redaction]).protect(safe, isModel)
  if (armed(twice.events) !== armed(safe.events)) complaints.push('protecting the protected form changes it')
  const placeholders = [...new Set(placeholdersIn(JSON.stringify(safe.events)))]
  complaints.push(...resolved(guard, session, placeholders, early))
  const secrets = plot.planted.map(({ secret }) => secret).filter(({ kind }) => kind !== 'late')
  complaints.push(...leaksOf([['protected events', safe.events]], secrets))
  const view = guard.ownerView({ user: 'ada', show: shownKinds })
  const seen = [...safe.events].map(({ seq }) => view.event(seq))
  const changed = seen.filter((each, seq) => each !== safe.event(seq))
  complaints.push(
    ...leaksOf(
      [['view of a person', changed]],
      secrets.slice(1).filter(each => !isShowable(each)),
    ),
  )
  // The first value is in the state, so it is nobody's. Before it was found alone, words around it may be part of another
  // value, such as a longer address that the person wrote.
  const [first] = secrets
  const since = first === undefined ? 0 : foundAt(guard, first.values[0])
  complaints.push(
    ...leaksOf([['view of a person', changed.filter(({ seq }) => seq >= since)]], secrets.slice(0, 1)),
  )
  if (secrets[0] === undefined) return complaints
  const text = dice
    .some(forms, 2)
    .map(form => form(dice.pick((secrets[0] as (typeof secrets)[number]).values), dice))
    .join(' and ')
  const bytes = new TextEncoder().encode(`I say ${text}.`)
  const each = Array.from({ length: bytes.length - 1 }, (_, at) => at + 1)
  const whole = streamed(guard, bytes, [])
  complaints.push(...leaksOf([['a stream', whole]], secrets))
  // One session in eight is cut at each byte in turn, the others at all of them at once.
  for (const cuts of [each, ...(seed % 8 === 0 ? each.map(cut => [cut]) : [])])
    if (streamed(guard, bytes, cuts) !== whole)
      complaints.push(
        `a stream that is cut at ${cuts.length === 1 ? cuts[0] : 'each byte'} releases another text`,
      )
  return complaints
}
