import { filledText, positiveCountField } from '../../form/field.ts'
import type { Run } from '../../ir/origin.ts'
import { memoryLine } from '../../remember/store/memory-line.ts'
import { anyKeyField } from '../../template/key-field.ts'
import type { SourceDefinition } from '../definition/source.ts'
import { keyReadOf } from './key-value.ts'
import { assertOneQuery } from './relevant.ts'

/** Options of a search for memories of the session's owner. */
export type MemoryOptions<Key extends string = string> = {
  /** Maximum number of memories; 10 by default. */
  readonly top?: number
} & (
  | {
      /** Text to search for. Without `query` and `queryKey`, the user's last message is the query. */
      readonly query?: string
      readonly queryKey?: never
    }
  | {
      readonly query?: never
      /** Key of the state whose value is the query. */
      readonly queryKey: Key
    }
)

/** Source of memories of the owner that match a query and come from other sessions. */
export const memorySource: SourceDefinition<'memory'> = {
  source: 'memory',
  form: {
    title: 'Memories of other sessions that are relevant to a query.',
    takes: {
      query: filledText("Query. Default: the user's last message."),
      queryKey: anyKeyField('Key of the state that holds the query.'),
      top: positiveCountField('memories', 'Maximum number of memories. Default: 10.'),
    },
    usual: { top: 10 },
    rule: {
      check: (value, at) => assertOneQuery(value, at, "the user's last message"),
      schema: { not: { required: ['query', 'queryKey'] } },
    },
  },
  gives: 'text',
  label: () => 'memory',
  reads: ({ queryKey }) => (queryKey === undefined ? [] : [keyReadOf(queryKey, 'query', true)]),
  write(_, { origin, recalled }) {
    const found = recalled.get(origin)
    if (found === undefined) return null
    const runs = found.map((one, index): Run => [`${index === 0 ? '' : '\n'}- ${memoryLine(one)}`, origin])
    return { runs, trust: 'external' }
  },
}
