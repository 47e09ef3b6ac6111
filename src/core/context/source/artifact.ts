import { filledText } from '../../form/field.ts'
import type { SourceDefinition } from '../definition/source.ts'

/** Source of a text that the caller passes to the compile under a name. */
export const artifactSource: SourceDefinition<'artifact'> = {
  source: 'artifact',
  form: {
    title: 'Text that the compile gets under a name (artifacts).',
    needs: { name: filledText('Name of the artifact.') },
  },
  gives: 'text',
  label: ({ name }) => `artifact ${name}`,
  reads: () => [],
  write({ name }, { artifacts, origin, gaps }) {
    if (!Object.hasOwn(artifacts, name)) {
      gaps.push({ key: `artifact.${name}`, at: origin, isWhole: true })
      return null
    }
    return { runs: [[artifacts[name] as string, origin]], trust: 'external' }
  },
}
