import { readAnyKey } from '../../template/key.ts'
import { oneOf } from '../../validate/check.ts'
import type { Form } from '../../validate/form.ts'
import { someOf, words } from '../../validate/quantities.ts'

/** Options of a search for relevant units. */
export type RelevantOptions<Key extends string = string> = {
  /** The most units; when left out, as many as fit into the tokens of the source (`.atMost`). */
  readonly top?: number
  /** By their words, without a model; or by what an embedding model says of them. `words` when left out. */
  readonly scorer?: 'words' | 'embeddings'
  /** With embeddings: the most units that one compile has embeddings made of; 200 when left out. */
  readonly embedAtMost?: number
} & (
  | {
      /** A text that says what is looked for; without it and a key, the current input does. */
      readonly query?: string
      readonly queryKey?: never
    }
  | {
      readonly query?: never
      /** A key of the state whose value says what is looked for. */
      readonly queryKey: Key
    }
)

/** Methods that score units against a query. */
export const scorers = ['words', 'embeddings'] as const satisfies readonly RelevantOptions['scorer'][]

/** Units that are not shown otherwise and have to do with a query. */
export const relevantForm: Form = {
  takes: {
    query: words,
    queryKey: readAnyKey,
    top: someOf('units'),
    scorer: oneOf(scorers),
    embedAtMost: someOf('units'),
  },
  usual: { scorer: 'words' },
  also: (value, at) => {
    const { query, queryKey, scorer, embedAtMost } = value as Readonly<Record<string, unknown>>
    if (query !== undefined && queryKey !== undefined)
      throw at.wrong('has both query and queryKey', {
        help: 'give one of them, or neither: the current input',
      })
    if (embedAtMost !== undefined && scorer !== 'embeddings')
      throw at.wrong('has embedAtMost, and does not go by embeddings', { help: "add scorer: 'embeddings'" })
  },
}
