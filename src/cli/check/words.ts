import { innerPlace } from './place.ts'
import type { Seen } from './site.ts'
import type { Gap, Write } from './write.ts'

/** Returns a phrase that names the writer of a key, for messages. */
export function describeWriter({ by }: Write): string {
  if (by.kind === 'agent') return `'${by.name}'`
  if (by.kind === 'tool') return `tool '${by.name}' of '${by.agent}'`
  if (by.kind === 'memory') return `${by.name}() of '${by.agent}'`
  if (by.kind === 'step') return `S.${by.name}`
  return by.kind === 'session' ? by.name : `the mapOver of '${by.name}'`
}

/** Returns the phrases that name the writers, each once. */
export const describeWriters = (writes: Iterable<Write>): readonly string[] => [
  ...new Set([...writes].map(describeWriter)),
]

/** Returns the path of a declaration or of one of its fields, as diagnostics write it (`d:…`). */
export const declarationPlace = (place: string, field = ''): string =>
  `d:${field === '' ? place : innerPlace(place, field)}`

/** Describes the program steps that removed or renamed a key. */
export const describeRemovals = (key: string, gaps: Iterable<Gap>): readonly string[] =>
  [...gaps].flatMap(({ by, place, to }) => {
    if (by === null) return []
    const what =
      to !== null
        ? `renames '${key}' to '${to}'`
        : by === 'pick'
          ? `does not keep '${key}'`
          : `removes '${key}'`
    return [`S.${by} at ${declarationPlace(place)} ${what}`]
  })

/** Describes the effect of a missing key on the place that reads it. */
export const describeMissingKeyEffect = ({ need, reference }: Seen): string => {
  if (need === 'must') return 'the step fails and the run ends'
  if (need === 'tool') return 'the tool finds nothing'
  if (need === 'route') return 'no branch with a value runs'
  if (need === 'source') return 'that source shows nothing'
  if (need === 'query') return 'nothing is searched for'
  if (need === 'optional-slot') return `the placeholder of '${reference}' never gets a value`
  if (need === 'list') return 'there is no list to run over, and the run ends'
  return `the model is sent {${reference}} as literal text`
}
