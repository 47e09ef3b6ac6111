import type { Origins, Policy } from '../../ir/policy.ts'
import type { SourceDefinition } from '../definition/source.ts'
import { artifact } from './artifact.ts'
import { memory } from './memory.ts'
import { notes } from './notes.ts'
import { relevant } from './relevant.ts'
import { state } from './state.ts'
import { template } from './template.ts'
import { text } from './text.ts'

/** Definitions of all sources, by name. */
export const sources: { readonly [Of in Origins['source']]: SourceDefinition<Of> } = {
  state,
  template,
  text,
  notes,
  memory,
  artifact,
  relevant,
}

/** Returns the definition of any source. */
export const sourceFor = ({ source }: Origins): SourceDefinition => sources[source] as SourceDefinition

/** Returns the names of a policy's context blocks, each once. */
export const labelsOf = (policy: Policy = []): readonly string[] => [
  ...new Set(policy.flatMap(node => (node.kind === 'source' ? sourceFor(node.from).label(node.from) : []))),
]
