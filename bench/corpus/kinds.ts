import { cjkLanguages } from './cjk.ts'
import { code } from './code.ts'
import { emoji } from './emoji.ts'
import { createFresh } from './fresh.ts'
import { type Hostile, hostile } from './hostile.ts'
import { json } from './json.ts'
import { messages } from './messages.ts'
import { prose } from './prose.ts'
import { createRandom, type Random } from './random.ts'
import { rows } from './rows.ts'

const enough = 4_000_000
const samples = 60
const [shortest, longest] = [200, 4_000] as const
const latin = ['fr', 'de', 'es', 'it', 'pl', 'tr', 'cs', 'pt-br']

/** A text of so many characters. */
type Source = (length: number, random: Random) => string

/** Samples of each kind of text, the same in every run; each sample is in one language. */
export function kinds(): [kind: string, texts: readonly string[]][] {
  const sources: Record<string, readonly Source[]> = {
    'English prose': [stretch(prose().filter(isEnglish))],
    code: [stretch(code(enough))],
    JSON: [stretch(json(0)), stretch(json(enough))], // package.json files and tool schemas; mostly rows of an API
    CJK: cjkLanguages.map(language => stretch(messages(language), '\n')),
    Cyrillic: [stretch(messages('ru'), '\n')],
    'European Latin': latin.map(language => stretch(messages(language), '\n')),
    base64: [random(hostile.base64 as Hostile)],
    hex: [random(hostile.hex as Hostile)],
    emoji: [emoji],
    numbers: [rows],
  }
  return Object.entries(sources).map(([kind, of], index) => [kind, sample(of, createRandom(index + 1))])
}

/** Some readmes are in other languages, or draw boxes. */
const isEnglish = (text: string): boolean => (text.match(/\P{ASCII}/gu)?.length ?? 0) < text.length / 100

/** Stretches from anywhere in the texts. */
function stretch(texts: readonly string[], separator?: string): Source {
  const fresh = createFresh([...new Set(texts)], separator)
  const characters = [...fresh.take(enough)]
  return (length, random) => {
    const start = random(Math.max(1, characters.length - length))
    return characters.slice(start, start + length).join('')
  }
}

/** Returns the source that makes texts of a length in bytes, which in ASCII are characters. */
const random =
  (make: Hostile): Source =>
  (length, next) =>
    make(length, next(2 ** 31))

const sample = (sources: readonly Source[], random: Random): string[] =>
  Array.from({ length: samples }, (_, index) => {
    const source = sources[index % sources.length] as Source
    return source(shortest + random(longest - shortest + 1), random)
  })
