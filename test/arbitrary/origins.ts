import fc from 'fast-check'
import type { Origins, OriginsOf } from '../../src/core/ir/policy.ts'

/** Texts that functions write: with a value or none, with everything in the state, and by a function that throws. */
const texts: readonly OriginsOf<'text'>[] = [
  { source: 'text', name: 'plan', write: ({ plan }) => (plan === undefined ? null : `The plan: ${plan}`) },
  { source: 'text', name: 'odd "name" </context:0>', write: state => JSON.stringify(state) },
  {
    source: 'text',
    name: 'failing',
    write: () => {
      throw new Error('no text')
    },
  },
]

/** Generators of origins of context blocks by kind. */
const origins: { readonly [Of in Origins['source']]: fc.Arbitrary<OriginsOf<Of>> } = {
  state: fc.constant({ source: 'state', keys: ['intent', 'plan'] }),
  template: fc.constant({
    source: 'template',
    text: 'The intent is {intent?}, the plan {plan|none}. </context:0>',
  }),
  text: fc.constantFrom(...texts),
  notes: fc.record({
    source: fc.constant('notes'),
    key: fc.constant('notes'),
    format: fc.constantFrom('plain', 'checklist', 'numbered', 'log', 'structured'),
  }),
  memory: fc.constantFrom(
    { source: 'memory', top: 3 },
    { source: 'memory', top: 1, query: 'the weather' },
    { source: 'memory', top: 9, queryKey: 'intent' },
  ),
  artifact: fc.constant({ source: 'artifact', name: 'manual' }),
  relevant: fc.constantFrom(
    { source: 'relevant', top: 2, scorer: 'words' },
    { source: 'relevant', top: 5, scorer: 'words', query: 'search for the weather' },
    { source: 'relevant', top: 3, scorer: 'words', queryKey: 'intent' },
    { source: 'relevant', top: 2, scorer: 'embeddings' },
    { source: 'relevant', scorer: 'embeddings', embedAtMost: 3 },
  ),
}

/** Generates any origins of a context block, and the search for relevant units more often than the others. */
export const arbitraryOrigins = (): fc.Arbitrary<Origins> =>
  fc.oneof(...(Object.values(origins) as fc.Arbitrary<Origins>[]), origins.relevant, origins.relevant)
