import type { JsonValue } from '../../ir/json.ts'
import type { Session } from '../../session/session.ts'
import { returnedResultOf, returnedValue } from '../../session/unit/returned-result.ts'
import type { StateStep } from '../../state/step.ts'
import { parseJson } from '../../text/json.ts'
import type { Graph } from '../graph.ts'
import type { MapOver } from '../member.ts'
import { agentByAuthor } from '../placed.ts'
import { unitParts } from './ends-turn.ts'
import type { TurnAnswer } from './turn.ts'

/** Results of all rounds of a `mapOver`. */
interface Collected {
  readonly answers: () => readonly JsonValue[]
  /** Value of the item's key before the rounds; null if there was none, undefined if no round changed the key. */
  readonly itemBefore: JsonValue | undefined
}

/**
 * Returns the step that stores the answers of a `mapOver` under its key, in the order of the items, and undoes the
 * changes that rounds made to the item's key.
 */
export const collectStep = (
  { key, item, into }: Pick<MapOver, 'key' | 'item' | 'into'>,
  { answers, itemBefore }: Collected,
): StateStep => ({
  kind: 'state',
  name: 'mapOver',
  flow: [{ kind: 'write', by: 'mapOver', key: into, when: 'always', origin: { kind: 'keys', keys: [key] } }],
  data: null,
  run: () => ({
    ok: true,
    delta: {
      set: {
        ...(itemBefore !== undefined && itemBefore !== null && { [item]: itemBefore }),
        [into]: [...answers()],
      },
      delete: itemBefore === null ? [item] : [],
    },
    diagnostics: [],
    reads: [key],
    origins: [{ key: into, from: [key], user: false, trust: 'model' }],
  }),
})

/** Returns an answer as a state value: its text, or the parsed value of an answer in JSON; null without an answer. */
export function answerValue(session: Session, graph: Graph, answer: TurnAnswer | undefined): JsonValue {
  if (answer === undefined) return null
  const returned = returnedResultOf(session.units, answer.unit)
  const texts = [...unitParts(session, answer.unit)].map(part => (part.kind === 'text' ? part.text : ''))
  const value = returned === null ? texts.join('') : returnedValue(session, returned)
  const agent = agentByAuthor(graph, session.units.rows.authorOf(answer.unit))?.agent ?? answer.root
  return agent.outputSchema === undefined || typeof value !== 'string' ? value : parseJson(value, value)
}
