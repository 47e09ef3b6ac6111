import type { TemplateKeys } from '../../template/template-keys.ts'
import { makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'

/**
 * Adds a filled template, which has the syntax of an instruction: `{key}` is a value of the state, and `{key?}` is a
 * value that may be missing. The model need not obey this text, in contrast to an instruction. Throws a TypeError for
 * an empty text.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'writer', context: [C.all(), C.template('Open questions: {questions?}')] })
 */
export const template = <const Text extends string>(text: Text): SourceOf<TemplateKeys<Text>> =>
  makeSource('template', { text })
