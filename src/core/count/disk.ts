import { readAsset } from '../asset/read-asset.ts'
import { wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import type { Encoding } from '../ir/model.ts'
import { approximate } from './approximate.ts'
import { createTokenizer, type TokenCounter, type Tokenizer } from './tokenizer.ts'

/** Reads the ranks of an encoding. If no file can be read, the error names the module to import instead. */
function readRanks(encoding: Encoding): Uint8Array {
  const name = encoding === 'o200k_base' ? 'o200k' : 'cl100k'
  try {
    return readAsset(`${encoding}.bin`)
  } catch (cause) {
    throw new Error(
      `the vocabulary ${encoding} cannot be read, as in a browser or a bundle. Use a tokenizer that needs no file: import { ${name} } from 'ctxc/count/${name}', which contains it (exact, ${encoding === 'o200k_base' ? '1.4' : '0.6'} MB), or import { approximate } from 'ctxc/count/approximate' (estimates, a few kB). Give it to compile as its option count, or to createContextBuilder; elsewhere call its own count(text)`,
      { cause },
    )
  }
}

const tokenizers: Record<Encoding, Tokenizer> = {
  o200k_base: createTokenizer('o200k_base', () => readRanks('o200k_base')),
  cl100k_base: createTokenizer('cl100k_base', () => readRanks('cl100k_base')),
}

/** Whether a name belongs to a built-in encoding. */
export const isEncoding = (name: unknown): name is Encoding =>
  typeof name === 'string' && Object.hasOwn(tokenizers, name)

/** Returns the tokenizer of an encoding, which is made once. */
export function tokenizerOf(encoding: Encoding): Tokenizer {
  if (isEncoding(encoding)) return tokenizers[encoding]
  throw wrongValueError(Object.keys(tokenizers).join(' or '), encoding, Path.named('the encoding'))
}

const isReadable = new Map<Encoding, boolean>()

/** Whether the vocabulary of an encoding can be read. A bundle without the package's files lacks the vocabulary. */
export function hasVocabulary(encoding: Encoding): boolean {
  const known = isReadable.get(encoding)
  if (known !== undefined) return known
  let found = true
  try {
    tokenizerOf(encoding).count('')
  } catch {
    found = false
  }
  isReadable.set(encoding, found)
  return found
}

/** Returns the tokenizer of an encoding, or the approximate counter if the vocabulary cannot be read. */
export const encodingCounter = (encoding: Encoding): TokenCounter =>
  hasVocabulary(encoding) ? tokenizerOf(encoding) : approximate
