import tokens from '../asset/cl100k_base.json' with { type: 'json' }
import { inflateBase64 } from '../asset/unpack.ts'
import { layOut } from './layout.ts'
import { createTokenizer, type Tokenizer } from './tokenizer.ts'

/**
 * Tokenizer of `cl100k_base` (GPT-4 and GPT-3.5). The module contains the vocabulary (0.6 MB), for bundles and
 * browsers, which cannot read files.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { cl100k } from 'ctxc/count/cl100k'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const conversation = fromOpenAI([{ role: 'user', content: 'What is the weather in Paris?' }])
 * const { tokens } = await compile(conversation, { model: 'gpt-4', count: cl100k })
 * console.log(tokens.input, cl100k.count('Paris'))
 */
export const cl100k: Tokenizer = createTokenizer('cl100k_base', () => layOut(inflateBase64(tokens)))
