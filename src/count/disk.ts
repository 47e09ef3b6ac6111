import type { Encoding } from '../ir/model.ts'
import { createTokenizer, type Tokenizer } from './tokenizer.ts'

/** Reads the ranks that lie beside this module; a static import of `node:fs` would break bundles for browsers. */
function readRanks(encoding: Encoding): Uint8Array {
  const name = encoding === 'o200k_base' ? 'o200k' : 'cl100k'
  try {
    const fs = globalThis.process?.getBuiltinModule?.('node:fs')
    if (!fs) throw new Error('there is no file system here')
    return fs.readFileSync(new URL(`./${encoding}.bin`, import.meta.url))
  } catch (cause) {
    throw new Error(
      `the vocabulary ${encoding} cannot be read, as in a browser or a bundle: import { ${name} } from 'ctxc/count/${name}', which has it inside, and use that, in compile as its option count`,
      { cause },
    )
  }
}

const tokenizers: Record<Encoding, Tokenizer> = {
  o200k_base: createTokenizer('o200k_base', () => readRanks('o200k_base')),
  cl100k_base: createTokenizer('cl100k_base', () => readRanks('cl100k_base')),
}

/** Whether a name is that of a built-in encoding. */
export const isEncoding = (name: unknown): name is Encoding =>
  typeof name === 'string' && Object.hasOwn(tokenizers, name)

/** The tokenizer of an encoding, made once. */
export function tokenizerOf(encoding: Encoding): Tokenizer {
  if (isEncoding(encoding)) return tokenizers[encoding]
  throw new TypeError(`no encoding ${String(encoding)}: there are ${Object.keys(tokenizers).join(' and ')}`)
}
