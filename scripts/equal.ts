/**
 * Counts tens of megabytes of mixed text, fuzzed strings and hostile runs, and holds each figure against OpenAI's
 * tokenizer in WebAssembly. The folder with real runs is optional.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { count, type Encoding } from '../src/core/count/index.ts'
import { referenceOf } from '../test/count/reference.ts'
import { decodedBytes, fuzzedText, hostileTexts, numbers } from '../test/count/texts.ts'
import { root } from './entries.ts'

const megabytes = Number(process.env.CTXC_EQUAL_MB ?? 50)
const fuzzed = Number(process.env.CTXC_EQUAL_FUZZED ?? 100_000)
const data = process.argv[2]

/** Yields the different texts of a folder, up to a number of bytes. */
function* textsOf(folder: string, name: RegExp, most: number): Generator<string> {
  const seen = new Set<string>()
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (bytes > most) return
    if (!entry.isFile() || !name.test(entry.name)) continue
    const file = readFileSync(join(entry.parentPath, entry.name))
    const text = (entry.name.endsWith('.gz') ? gunzipSync(file) : file).toString().slice(0, most / 4)
    if (seen.has(text)) continue
    seen.add(text)
    bytes += Buffer.byteLength(text)
    yield text
  }
}

/** Yields pieces of the texts with many lengths, so that texts are cut at many places. */
function* slices(texts: Iterable<string>, next: (below: number) => number): Generator<string> {
  for (const text of texts)
    for (let at = 0; at < text.length; ) {
      const length = 1 + next(next(4) ? 200_000 : 2_000)
      yield text.slice(at, at + length)
      at += length
    }
}

function* mixed(next: (below: number) => number): Generator<string> {
  const share = (part: number): number => megabytes * 1e6 * part
  const modules = join(root, 'node_modules')
  yield* slices(textsOf(modules, /\.(ts|js|mjs|cjs)$/, share(0.35)), next)
  yield* slices(textsOf(modules, /\.md$|^license/i, share(0.15)), next)
  yield* slices(textsOf(modules, /\.json$/, share(0.2)), next)
  yield* slices(textsOf(join(modules, 'typescript/lib'), /^diagnosticMessages/, share(0.1)), next)
  if (data && existsSync(data)) yield* slices(textsOf(data, /\.gz$/, share(0.2)), next)
  for (let bytes = 0; bytes < share(0.05); bytes += 50_000) yield decodedBytes(50_000, next)
}

let different = 0
function compare(what: string, encoding: Encoding, texts: Iterable<string>): void {
  const reference = referenceOf(encoding)
  let bytes = 0
  let checked = 0
  let tokens = 0
  for (const text of texts) {
    const expected = reference(text)
    const found = count(text, encoding)
    bytes += Buffer.byteLength(text)
    checked++
    tokens += expected
    if (found === expected) continue
    different++
    console.log(
      `${encoding}: ${found} tokens, and the reference has ${expected}: ${JSON.stringify(text.slice(0, 100))}`,
    )
  }
  console.log(
    `${encoding.padEnd(12)} ${what.padEnd(8)} ${(bytes / 1e6).toFixed(1).padStart(6)} MB in ${checked.toLocaleString('en-US')} texts, ${tokens.toLocaleString('en-US')} tokens`,
  )
}

for (const encoding of ['o200k_base', 'cl100k_base'] as const) {
  const next = numbers(11)
  compare('mixed', encoding, mixed(next))
  compare(
    'fuzzed',
    encoding,
    (function* () {
      for (let left = fuzzed; left > 0; left--) yield fuzzedText(next)
    })(),
  )
  compare(
    'hostile',
    encoding,
    [500, 4_000, 20_000].flatMap(length => Object.values(hostileTexts).map(make => make(length, next))),
  )
}
console.log(`${different} differences`)
process.exitCode = different > 0 ? 1 : 0
