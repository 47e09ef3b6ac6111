import type { Encoding } from '../ir/model.ts'
import { createTokenizer, type Tokenizer } from './tokenizer.ts'

/** Reads the ranks that lie beside this module; a static import of `node:fs` would break bundles for browsers. */
function readRanks(encoding: Encoding): Uint8Array {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs')
  if (!fs) {
    const name = encoding === 'o200k_base' ? 'o200k' : 'cl100k'
    throw new Error(
      `there is no file system here to read ${encoding} from: import { ${name} } from 'ctxc/count/${name}' and use that, in compile as its option count`,
    )
  }
  return fs.readFileSync(new URL(`./${encoding}.bin`, import.meta.url))
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
