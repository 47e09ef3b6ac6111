import type { Check } from '../../form/check.ts'
import { filledText, positiveCountField, wordChoiceField } from '../../form/field.ts'
import type { Path } from '../../form/path.ts'
import { anyKeyField } from '../../template/key-field.ts'
import { valueText } from '../../template/value-text.ts'
import type { SourceDefinition } from '../definition/source.ts'
import { keyReadOf } from './key-value.ts'

/** Rejects a search that has both a text and a key. `usual` describes the default query in the error message. */
export function assertOneQuery(value: unknown, at: Path, usual: string): void {
  const { query, queryKey } = value as Readonly<Record<string, unknown>>
  if (query !== undefined && queryKey !== undefined)
    throw at.wrong('has both query and queryKey', { help: `give one of them, or neither for ${usual}` })
}

/** Options of a search for relevant units. */
export type RelevantOptions<Key extends string = string> = {
  /** Maximum number of units. By default, as many as fit into the tokens of the source (`.atMost`). */
  readonly top?: number
  /** `words` (the default) compares words, without a model; `embeddings` compares vectors of an embedding model. */
  readonly scorer?: 'words' | 'embeddings'
  /** Maximum number of units that one compile embeds, with `embeddings`; 200 by default. */
  readonly embedAtMost?: number
} & (
  | {
      /** Text to search for. Without `query` and `queryKey`, the current input is the query. */
      readonly query?: string
      readonly queryKey?: never
    }
  | {
      readonly query?: never
      /** Key of the state whose value is the query. */
      readonly queryKey: Key
    }
)

const scorers = ['words', 'embeddings'] as const satisfies readonly RelevantOptions['scorer'][]

/** Default maximum number of units that one compile embeds. */
const usualEmbedded = 200

const checkOneQuery: Check = (value, at) => {
  assertOneQuery(value, at, 'the current input')
  const { scorer, embedAtMost } = value as Readonly<Record<string, unknown>>
  if (embedAtMost !== undefined && scorer !== 'embeddings')
    throw at.wrong('has embedAtMost, but does not use embeddings', { help: "add scorer: 'embeddings'" })
}

/** Source of conversation units that match a query and that no clause selects. */
export const relevantSource: SourceDefinition<'relevant'> = {
  source: 'relevant',
  form: {
    title: 'Units that are not sent otherwise and are relevant to a query.',
    takes: {
      query: filledText('Query. Default: the current input.'),
      queryKey: anyKeyField('Key of the state that holds the query.'),
      top: positiveCountField(
        'units',
        'Maximum number of units. Default: as many as fit into the tokens of the source.',
      ),
      scorer: wordChoiceField(scorers, 'Score by words, or by an embedding model. Default: words.'),
      embedAtMost: positiveCountField(
        'units',
        'Maximum number of units that one compile requests embeddings for. Default: 200.',
      ),
    },
    usual: { scorer: 'words' },
    rule: {
      check: checkOneQuery,
      schema: {
        not: { required: ['query', 'queryKey'] },
        if: { required: ['embedAtMost'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { scorer: { const: 'embeddings' } }, required: ['scorer'] },
      },
    },
  },
  gives: 'units',
  label: () => 'earlier',
  reads: ({ queryKey }) => (queryKey === undefined ? [] : [keyReadOf(queryKey, 'query', false)]),
  query(
    { query: text, queryKey, top = Number.POSITIVE_INFINITY, scorer, embedAtMost = usualEmbedded },
    { session, origin, gaps },
  ) {
    if (text === undefined && queryKey !== undefined && !Object.hasOwn(session.state, queryKey)) {
      gaps.push({ key: queryKey, at: origin, isWhole: true })
      return null
    }
    const query = text ?? (queryKey === undefined ? null : valueText(session.state[queryKey] ?? ''))
    if (query === '') return null
    return { query, top, embedAtMost: scorer === 'embeddings' ? embedAtMost : null }
  },
}
