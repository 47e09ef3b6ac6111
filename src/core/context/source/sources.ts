import type { Family } from '../../form/family.ts'
import type { Origins, Policy } from '../../ir/policy.ts'
import type { SourceDefinition } from '../definition/source.ts'
import { artifactSource } from './artifact.ts'
import { memorySource } from './memory.ts'
import { notesSource } from './notes.ts'
import { relevantSource } from './relevant.ts'
import { stateSource } from './state.ts'
import { templateSource } from './template.ts'
import { textSource } from './text.ts'

/** Definitions of all sources, by the name of the source. */
export const sources: { readonly [Of in Origins['source']]: SourceDefinition<Of> } = {
  state: stateSource,
  template: templateSource,
  text: textSource,
  notes: notesSource,
  memory: memorySource,
  artifact: artifactSource,
  relevant: relevantSource,
}

/** Check and schema of sources, by the name that a context block uses for each source. */
export const sourceFamily: Family = {
  tag: 'source',
  what: 'source',
  title: 'Source of the text.',
  prefix: 'source.',
  forms: sources,
}

/** Returns the definition of a source. */
export const sourceFor = ({ source }: Origins): SourceDefinition => sources[source] as SourceDefinition

/** Returns the names of a policy's context blocks, without repeats. */
export const labelsOf = (policy: Policy = []): readonly string[] => [
  ...new Set(policy.flatMap(node => (node.kind === 'source' ? sourceFor(node.from).label(node.from) : []))),
]
