import fc from 'fast-check'
import type { EffectOutcome, EventInput } from '../../src/core/ir/event.ts'
import { forged } from './forge.ts'
import { answerPart, contentPart } from './parts.ts'
import { agentRun, type Line } from './run.ts'

interface Manner {
  readonly author: string
  readonly branch: string
  readonly response: string
  readonly trust: 'external' | 'user' | null
  /** Whether each part of an answer is an event of its own. */
  readonly split: boolean
  /** Number that selects a rare fault, such as a wrong author or an action without words. */
  readonly odd: number
  readonly critical: boolean
  /** Covered events of a summary: a number of events, from a number of events back; null for no summary. */
  readonly compaction: readonly [back: number, count: number] | null
  /** Number of events to take back; null for no rewind. */
  readonly rewind: number | null
}

const manner = (): fc.Arbitrary<Manner> =>
  fc.record({
    author: fc.constantFrom('agent', 'agent', 'helper', 'agent "b" <x>', 'constructor'),
    branch: fc.oneof(
      { weight: 6, arbitrary: fc.constant('') },
      { weight: 2, arbitrary: fc.constantFrom('a', 'a.b1', 'a.b10') },
    ),
    response: fc.constantFrom('', '', 'r1', 'r2'),
    trust: fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom('external' as const, 'user' as const) },
    ),
    split: fc.nat(3).map(roll => roll === 0),
    odd: fc.nat(40),
    critical: fc.nat(20).map(roll => roll === 0),
    compaction: fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.tuple(fc.nat(12), fc.nat(12)) },
    ),
    rewind: fc.oneof({ weight: 40, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(12) }),
  })

/** Returns the outcome of an effect, which no agent sees. */
const outcomeOf = ({ kind }: Line): EffectOutcome => {
  const about = { kind: 'embed', key: kind, handler: 'generated' } as const
  return kind === 'user' ? { ...about, error: 'no connection' } : { ...about, output: 'AACAPw==' }
}

/** Returns the fields that any event may have. */
const baseOf = ({
  branch,
  trust,
  odd,
}: Manner): Pick<EventInput, 'branch' | 'id' | 'trust' | 'visibility'> => ({
  branch,
  ...(odd % 4 === 3 && { id: `m${odd}` }),
  ...(trust !== null && { trust }),
  ...(odd % 9 === 4 && { visibility: 'internal' }),
})

function eventsOf(line: Line, manner: Manner): EventInput[] {
  const { author, response, split, odd } = manner
  const base = baseOf(manner)
  if (odd === 0) return [{ author: 'user', ...base, parts: [] }]
  if (odd === 1) return [{ author, ...base, parts: [], actions: { state: { set: { key: 1 } } } }]
  if (odd === 10) return [{ author, ...base, parts: [], actions: { effect: outcomeOf(line) } }]
  if (line.kind === 'system') return [{ author: 'developer', ...base, text: line.text }]
  if (line.kind === 'own')
    return [{ author: odd % 2 === 0 ? 'tool' : 'developer', ...base, text: 'words of no message' }]
  if (line.kind === 'user')
    return [{ author: odd === 2 ? 'developer' : 'user', ...base, parts: line.contents.map(contentPart) }]
  if (line.kind === 'result') {
    const { id, name } = line.call
    const part = {
      kind: 'tool-result',
      id,
      name,
      content: line.contents.map(contentPart),
      ...(line.failed && { isError: true }),
    } as const
    return [{ author: odd === 3 ? 'user' : 'tool', ...base, parts: [part] }]
  }
  const parts = line.pieces.map(answerPart)
  const speaker = odd === 4 ? 'user' : author
  if (!split) return [{ author: speaker, ...base, response, parts }]
  return parts.map(part => ({ author: speaker, ...base, response: response || 'whole', parts: [part] }))
}

const tier = 'critical' as const

/** Returns a summary of some of the events before it, of none, or one without text. */
function summaryOf({ compaction, author, branch, odd }: Manner, length: number): EventInput[] {
  if (compaction === null) return []
  const [back, count] = compaction
  const from = Math.max(0, length - back)
  const speaker = ['user', 'tool', author][odd % 3] as string
  const text = odd === 7 ? '' : odd === 8 ? ' \n' : `summary of ${from} and ${count} more`
  // Most summaries cover one run of events. Others cover several, in any order, which may overlap or be empty.
  const more = { from: from + count + (odd % 7) - 3, to: from + count + 4 }
  const first = { from, to: from + count }
  const covers =
    odd % 5 === 0 && more.from >= 0 ? (odd % 2 === 0 ? [first, more] : [more, first, first]) : [first]
  const summary = { author: speaker, branch, text, actions: { compaction: { covers } } }
  return [odd % 9 === 2 ? { ...summary, tier } : summary]
}

/** Returns an event that takes back some of the events before it. */
const rewindOf = ({ rewind }: Manner, length: number): EventInput[] =>
  rewind === null ? [] : [{ author: 'developer', actions: { rewind: { to: Math.max(0, length - rewind) } } }]

/**
 * Generates the events that `createSession` accepts: several authors on several branches, answers in one event or in
 * pieces, late results, every kind of part. They are plain data, so they can be copied and shrunk.
 */
export const arbitraryEvents = (): fc.Arbitrary<EventInput[]> =>
  forged(
    agentRun().chain(lines =>
      fc
        .tuple(
          manner(),
          fc.array(manner(), { minLength: lines.length, maxLength: lines.length }),
          fc.boolean(),
        )
        .map(([usual, manners, mixed]) =>
          lines.reduce<EventInput[]>((events, line, index) => {
            const own = mixed ? (manners[index] as Manner) : { ...usual, odd: 5, critical: false }
            for (const event of eventsOf(line, own)) events.push(own.critical ? { ...event, tier } : event)
            events.push(...summaryOf(manners[index] as Manner, events.length))
            events.push(...rewindOf(manners[index] as Manner, events.length))
            return events
          }, []),
        ),
    ),
  )
