import tokens from '../asset/o200k_base.json' with { type: 'json' }
import { inflateBase64 } from '../asset/unpack.ts'
import { layOut } from './layout.ts'
import { createTokenizer, type Tokenizer } from './tokenizer.ts'

/**
 * Tokenizer of `o200k_base` (GPT-4o and later). The module contains the vocabulary (1.4 MB), for bundles and browsers,
 * which cannot read files.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { o200k } from 'ctxc/count/o200k'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const conversation = fromOpenAI([{ role: 'user', content: 'What is the weather in Paris?' }])
 * const { tokens } = await compile(conversation, { model: 'gpt-5.4', count: o200k })
 * console.log(tokens.input, o200k.count('Paris'))
 */
export const o200k: Tokenizer = createTokenizer('o200k_base', () => layOut(inflateBase64(tokens)))
