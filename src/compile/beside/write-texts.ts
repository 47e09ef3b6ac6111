import type { MissingValue } from '../../diag/template.ts'
import { trustOf } from '../../ir/event.ts'
import { type Origin, type Run, valueOrigin } from '../../ir/origin.ts'
import type { PlacedSource, Source } from '../../ir/policy.ts'
import { lowest, type Trust } from '../../ir/trust.ts'
import type { Session } from '../../session/session.ts'
import { asTemplate, type Filling, fill } from '../../template/fill.ts'
import { valueText } from '../../template/value-text.ts'
import type { BesideText, Search } from '../contract/sources.ts'

/** Inputs for writing a source. */
export interface Writing extends Filling {
  readonly session: Session
  readonly artifacts: Readonly<Record<string, string>>
  readonly gaps: MissingValue[]
}

const originOf = (place: number): Origin => `d:context.${place}`

/** Returns the searches of a policy; a key without a value searches for nothing, and is missing. */
export const searchesOf = (sources: readonly PlacedSource[], { session, gaps }: Writing): Search[] =>
  sources.flatMap(({ source, place }) => {
    const { from } = source
    if (from.source !== 'relevant' || source.tier === 'archive') return []
    const origin = originOf(place)
    const { query: text, queryKey } = from
    if (text === undefined && queryKey !== undefined && !Object.hasOwn(session.state, queryKey)) {
      gaps.push({ key: queryKey, at: origin, isWhole: true })
      return []
    }
    const query = text ?? (queryKey === undefined ? null : valueText(session.state[queryKey] ?? ''))
    return query === '' ? [] : [{ source, origin, query }]
  })

/** The words of the sources of a policy, those left out that have nothing to say. */
export const besideTexts = (sources: readonly PlacedSource[], writing: Writing): BesideText[] =>
  sources.flatMap(({ source, place }) => {
    const origin = originOf(place)
    const written = textOf(source, origin, writing)
    if (written === null || written.runs.every(([words]) => words === '')) return []
    const { tier = 'important', atMost = null } = source
    return tier === 'archive' ? [] : [{ origin, tier, atMost, ...written }]
  })

type Written = Pick<BesideText, 'from' | 'runs' | 'trust'>

function textOf({ from }: Source, origin: Origin, writing: Writing): Written | null {
  switch (from.source) {
    case 'state':
      return { from: 'state', ...linesOf(from.keys, origin, writing) }
    case 'template':
      return { from: 'context', ...templateOf(from.text, origin, writing) }
    case 'notes':
      return notesOf(from.key, from.format, origin, writing.session)
    case 'artifact':
      return artifactOf(from.name, origin, writing)
    // The relevant units depend on what else is shown, so a search finds them later.
    case 'relevant':
      return null
  }
}

/** Returns the trust in a value of the state; a session's initial values are the program's. */
function trustIn(session: Session, key: string): Trust {
  const { seq } = session.keys.get(key) ?? { seq: -1 }
  return seq < 0 ? 'developer' : trustOf(session.event(seq))
}

const originIn = (session: Session, key: string): Origin => valueOrigin(key, session.keys.get(key)?.seq ?? -1)

/** A line for each key that has a value; any other is missing. */
function linesOf(
  keys: readonly string[],
  origin: Origin,
  { session, gaps }: Writing,
): Pick<Written, 'runs' | 'trust'> {
  const runs: Run[] = []
  let trust: Trust = 'developer'
  for (const key of keys) {
    if (!Object.hasOwn(session.state, key)) {
      gaps.push({ key, at: origin, isWhole: true })
      continue
    }
    const text = valueText(session.state[key])
    runs.push([`${runs.length === 0 ? '' : '\n'}${key}: `, origin], [text, originIn(session, key)])
    trust = lowest(trust, trustIn(session, key))
  }
  return { runs, trust }
}

function templateOf(text: string, origin: Origin, writing: Writing): Pick<Written, 'runs' | 'trust'> {
  const { session } = writing
  let trust: Trust = 'developer'
  const find: Filling['find'] = slot => {
    const found = writing.find(slot)
    if (found === undefined) return found
    trust = lowest(trust, slot.kind === 'artifact' ? 'external' : trustIn(session, slot.key))
    return found
  }
  const runs = fill(asTemplate(text), origin, { missing: writing.missing, find }, writing.gaps)
  return { runs, trust }
}

const marks = {
  plain: () => '',
  checklist: () => '- [ ] ',
  numbered: (index: number) => `${index + 1}. `,
} as const

/** Notes as they are kept: a list, in a format, or one text, as it is. */
function notesOf(key: string, format: keyof typeof marks, origin: Origin, session: Session): Written | null {
  if (!Object.hasOwn(session.state, key)) return null
  const kept = session.state[key]
  const at = originIn(session, key)
  const told = { from: `notes ${key}`, trust: trustIn(session, key) }
  if (!Array.isArray(kept)) return { ...told, runs: [[valueText(kept), at]] }
  const notes = kept.map(valueText).filter(note => note !== '')
  const runs = notes.flatMap((note, index): Run[] => {
    // Further lines of a note are indented, so that none of them reads as another note.
    const indent = format === 'checklist' ? '  ' : ' '.repeat(marks[format](index).length)
    return (note.match(/[^\n]*\n|[^\n]+/g) ?? []).flatMap((line, number): Run[] => {
      const before = number > 0 ? indent : `${index === 0 ? '' : '\n'}${marks[format](index)}`
      return [
        [before, origin],
        [line, at],
      ]
    })
  })
  return { ...told, runs }
}

function artifactOf(name: string, origin: Origin, { artifacts, gaps }: Writing): Written | null {
  if (!Object.hasOwn(artifacts, name)) {
    gaps.push({ key: `artifact.${name}`, at: origin, isWhole: true })
    return null
  }
  return { from: `artifact ${name}`, runs: [[artifacts[name] as string, origin]], trust: 'external' }
}
