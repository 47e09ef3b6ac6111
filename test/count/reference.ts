import { createRequire } from 'node:module'
import { Tiktoken } from 'tiktoken/lite'
import type { Encoding } from '../../src/core/count/index.ts'

interface Published {
  readonly bpe_ranks: string
  readonly pat_str: string
}

const require = createRequire(import.meta.url)
const load = (encoding: Encoding): Published => require(`tiktoken/encoders/${encoding}.json`)

/** The pattern of cl100k_base in tiktoken since 0.8; the package carries an older one, which differs at the end. */
const cl100k =
  "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s"

/** OpenAI's tokenizer in WebAssembly: tokens of a text, special tokens taken as text. */
export function referenceOf(encoding: Encoding): (text: string) => number {
  const { bpe_ranks: ranks, pat_str: pattern } = load(encoding)
  const tiktoken = new Tiktoken(ranks, {}, encoding === 'cl100k_base' ? cl100k : pattern)
  return text => tiktoken.encode_ordinary(text).length
}
