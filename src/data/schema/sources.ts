import { noteFormats } from '../../context/policy/source-origins.ts'
import { scorers } from '../../context/relevant/declare.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { Origins } from '../../ir/policy.ts'
import { closed, described, list, oneOf, ref, some } from './form.ts'

/** Sources by where their words come from, and where their schemas are. */
export const sourceForms = {
  state: 'source.state',
  template: 'source.template',
  notes: 'source.notes',
  artifact: 'source.artifact',
  relevant: 'source.relevant',
} as const satisfies Record<Origins['source'], string>

const from = (
  source: Origins['source'],
  description: string,
  fields: JsonObject,
  required: readonly string[],
): JsonObject => ({
  [sourceForms[source]]: closed(
    { source: { const: source }, ...fields },
    ['source', ...required],
    description,
  ),
})

const words = (description: string): JsonObject => ({ type: 'string', minLength: 1, description })

const relevant = from(
  'relevant',
  'Units that are not shown otherwise and have to do with a query.',
  {
    query: words('What is looked for; without it and a key, the current input is.'),
    queryKey: described(ref('anyKey'), 'A key of the state whose value says what is looked for.'),
    top: some('The most units; when left out, as many as fit into the tokens of the source.'),
    scorer: oneOf(scorers, 'By their words, or by an embedding model; words when left out.'),
    embedAtMost: some(
      'With embeddings: the most units that one compile has embeddings made of; 200 when left out.',
    ),
  },
  [],
)

/** Schemas of the sources of context blocks. */
export const sourceSchemas: JsonObject = {
  ...from('state', 'Values of the state.', { keys: { ...list(ref('anyKey'), 'Their keys.'), minItems: 1 } }, [
    'keys',
  ]),
  ...from(
    'template',
    'A template: {key} is a value of the state, {key?} one that may be missing.',
    { text: words('The template.') },
    ['text'],
  ),
  ...from(
    'notes',
    'Notes: what a key of the state holds, a list or a text.',
    {
      key: described(ref('anyKey'), 'The key.'),
      format: oneOf(
        noteFormats,
        'One to a line, as a list to be checked off, or numbered; plain when left out.',
      ),
    },
    ['key'],
  ),
  ...from('artifact', 'A text that the compile is given under a name.', { name: words('Its name.') }, [
    'name',
  ]),
  [sourceForms.relevant]: {
    ...(relevant[sourceForms.relevant] as JsonObject),
    not: { required: ['query', 'queryKey'] },
    if: { required: ['embedAtMost'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { scorer: { const: 'embeddings' } }, required: ['scorer'] },
  },
}
