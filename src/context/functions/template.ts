import type { TemplateKeys } from '../../template/template-keys.ts'
import { makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'

/**
 * A template, as an instruction is one: `{key}` is a value of the state, `{key?}` one that may be missing. Unlike an
 * instruction it is nothing that the model has to obey. Throws a TypeError for a text that is empty.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'writer', context: [C.all(), C.template('Open questions: {questions?}')] })
 */
export const template = <const Text extends string>(text: Text): SourceOf<TemplateKeys<Text>> =>
  makeSource('template', { text })
