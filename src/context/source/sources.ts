import type { Origins } from '../../ir/policy.ts'
import type { SourceDefinition } from '../definition/source.ts'
import { artifact } from './artifact.ts'
import { notes } from './notes.ts'
import { relevant } from './relevant.ts'
import { state } from './state.ts'
import { template } from './template.ts'

/** Definitions of all sources, by name. */
export const sources: { readonly [Of in Origins['source']]: SourceDefinition<Of> } = {
  state,
  template,
  notes,
  artifact,
  relevant,
}

/** Returns the definition of any source. */
export const sourceFor = ({ source }: Origins): SourceDefinition => sources[source] as SourceDefinition
