/**
 * Makes the vocabularies in src/core/asset, packed for bundles and laid out for Node, from what the dev dependency
 * `tiktoken` carries (MIT, from OpenAI's published rank files), after checking that the ranks are the published ones;
 * and the table of character classes, as the reference tokenizer's own pattern engine sees them.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { Tiktoken } from 'tiktoken/lite'
import { layOut } from '../src/core/count/layout.ts'
import { findDisplacements } from './displacements.ts'
import { root } from './entries.ts'

/** SHA-256 of the published rank files, from tiktoken's `tiktoken_ext/openai_public.py`. */
const published = {
  o200k_base: '446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d',
  cl100k_base: '223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7',
}

/** Classes of code points that the tokenizers' patterns distinguish, in the order of src/core/count/char-class.ts. */
const classes = {
  U: '[\\p{Lu}\\p{Lt}]',
  L: '\\p{Ll}',
  O: '[\\p{Lm}\\p{Lo}]',
  M: '\\p{M}',
  N: '\\p{N}',
  S: '[^\\S\\r\\n]',
  R: '[\\r\\n]',
}

const require = createRequire(import.meta.url)
const rankText = (encoding: string): string =>
  (
    JSON.parse(readFileSync(require.resolve(`tiktoken/encoders/${encoding}.json`), 'utf8')) as {
      bpe_ranks: string
    }
  ).bpe_ranks

/** Reads lines of the form `! FIRST_RANK TOKEN TOKEN …`, with tokens in base64. */
function tokensOf(text: string): Buffer[] {
  const tokens: Buffer[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    const [, first, ...rest] = line.split(' ')
    if (Number(first) !== tokens.length) throw new Error(`a gap before rank ${first}`)
    for (const token of rest) tokens.push(Buffer.from(token, 'base64'))
  }
  return tokens
}

function writeRanks(encoding: keyof typeof published): void {
  const tokens = tokensOf(rankText(encoding))
  const file = tokens.map((token, rank) => `${token.toString('base64')} ${rank}\n`).join('')
  const hash = createHash('sha256').update(file).digest('hex')
  if (hash !== published[encoding]) throw new Error(`${encoding}: ${hash} is not the published file`)
  const bytes = Buffer.concat([
    ...tokens.flatMap(token => [Buffer.of(token.length), token]),
    Buffer.of(0),
    findDisplacements(tokens),
  ])
  const packed = deflateRawSync(bytes, { level: 9, memLevel: 9 }).toString('base64')
  writeFileSync(join(root, `src/core/asset/${encoding}.json`), `${JSON.stringify(packed)}\n`)
  writeFileSync(join(root, `src/core/asset/${encoding}.bin`), layOut(bytes))
  console.log(`${encoding}: ${tokens.length} ranks, ${bytes.length} bytes; SHA-256 of the ranks as published`)
}

/** Returns the characters of a range that a pattern matches; others are not encoded. */
function matching(pattern: Tiktoken, from: number, to: number): string {
  let text = ''
  for (let point = from; point < to; point++)
    if (point < 0xd800 || point > 0xdfff) text += String.fromCodePoint(point)
  const bytes = pattern.decode(pattern.encode_ordinary(text))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function writeClasses(): void {
  const names = new Array<string>(0x110000).fill('X')
  for (const [name, pattern] of Object.entries(classes)) {
    const tiktoken = new Tiktoken(rankText('o200k_base'), {}, pattern)
    for (let from = 0; from < names.length; from += 0x1000)
      for (const char of matching(tiktoken, from, from + 0x1000)) names[char.codePointAt(0) as number] = name
    tiktoken.free()
  }
  const runs =
    names
      .join('')
      .replace(/X+$/, '')
      .match(/(.)\1*/g) ?? []
  const text = runs.map(run => run[0] + (run.length > 1 ? run.length.toString(36) : '')).join('')
  const source = `/** Runs of code points of one class, from U+0000: a letter for the class and, if more than one, how many (base 36). */
export const charRanges =
  '${text}'
`
  writeFileSync(join(root, 'src/core/count/char-ranges.ts'), source)
  console.log(`${runs.length} runs of characters`)
}

writeRanks('o200k_base')
writeRanks('cl100k_base')
writeClasses()
