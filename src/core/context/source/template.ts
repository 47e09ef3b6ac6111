import { filledText } from '../../form/field.ts'
import { lowerTrust, type Trust } from '../../ir/trust.ts'
import { asTemplate, type Filling, fillWithOrigins } from '../../template/fill-with-origins.ts'
import { parseTemplate } from '../../template/template.ts'
import type { SourceDefinition, Writing, WrittenSource } from '../definition/source.ts'
import { trustIn } from './key-value.ts'

/** Source that fills a template: each `{key}` is replaced with its value in the state. */
export const templateSource: SourceDefinition<'template'> = {
  source: 'template',
  form: {
    title: 'Template. {key} is replaced with a value of the state; {key?} may be missing.',
    needs: { text: filledText('Text of the template.') },
  },
  gives: 'text',
  label: () => 'context',
  reads: ({ text }) =>
    parseTemplate(text).flatMap(piece =>
      piece.kind === 'state'
        ? {
            key: piece.key,
            reference: piece.reference,
            path: piece.path,
            use: 'told',
            optional: piece.optional,
          }
        : [],
    ),
  write: ({ text }, writing) => fillSource(text, writing),
}

function fillSource(text: string, writing: Writing): WrittenSource {
  const { session, origin } = writing
  let trust: Trust = 'developer'
  const findWithTrust: Filling['find'] = slot => {
    const found = writing.find(slot)
    if (found === undefined) return found
    trust = lowerTrust(trust, slot.kind === 'artifact' ? 'external' : trustIn(session, slot.key))
    return found
  }
  const runs = fillWithOrigins(
    asTemplate(text),
    origin,
    { missing: writing.missing, find: findWithTrust },
    writing.gaps,
  )
  return { runs, trust }
}
