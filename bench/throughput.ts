/** MB/s of unseen text, of the same text again, of short strings and of long ones. */
import { corporaFor } from './corpus/corpora.ts'
import { cut } from './corpus/fresh.ts'
import { loadAll } from './library/loaded.ts'
import { createAgreement } from './measure/agreement.ts'
import { orderOf } from './measure/order.ts'
import { createSamples } from './measure/samples.ts'
import { time } from './measure/time.ts'
import { board, type Column } from './report/board.ts'
import { legend, machine } from './report/machine.ts'

const warmUps = 1
const rounds = warmUps + 9
const secondsAtMost = 180

console.log(machine())
const libraries = await loadAll()
const corpora = corporaFor(rounds)
const samples = createSamples()
const agreement = createAgreement()

/** Times all libraries on the same texts. */
function measure(column: string, texts: readonly string[], round: number, unit: 'MB/s' | 'µs'): void {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const counts = new Map<string, number[]>()
  for (const library of orderOf(libraries, round)) {
    const run = time(library.count, texts)
    counts.set(library.name, run.counts)
    const value = unit === 'MB/s' ? bytes / 1e3 / run.ms : (run.ms * 1e3) / texts.length
    if (round >= warmUps) samples.add(column, library.name, value)
  }
  agreement.compare(column, counts)
}

const began = performance.now()
const seconds = (): number => (performance.now() - began) / 1e3
let measured = 0
for (let round = 0; round < rounds && seconds() < secondsAtMost; round++) {
  for (const { name, fresh, chunk, chunks, short, long } of corpora) {
    const texts = Array.from({ length: chunks }, () => fresh.take(chunk))
    measure(name, texts, round, 'MB/s')
    measure(`${name} again`, texts, round, 'MB/s')
    if (short) measure('50 characters', cut(fresh.take(short), 50), round, 'µs')
    if (long) measure(`1 MB of ${name}`, [fresh.take(long)], round, 'MB/s')
  }
  if (round >= warmUps) measured++
}

const print = (title: string, names: readonly string[], better: Column['better']): void => {
  const columns = names.map(name => ({ name, better }))
  console.log(
    `${board(title, columns, libraries, (library, column) => samples.median(column, library.name))}\n`,
  )
}
const names = corpora.map(({ name }) => name)
const sizes = corpora.map(({ name, chunk, chunks }) => `${name} ${chunks} × ${chunk / 1024} KB`)
console.log(`Medians of ${measured} rounds. ${legend}\nA round: ${sizes.join(', ')}.\n`)
print('Unseen text, MB/s', names, 'more')
print(
  'The same again, MB/s',
  names.map(name => `${name} again`),
  'more',
)
print(
  'Long strings, MB/s',
  corpora.filter(({ long }) => long).map(({ name }) => `1 MB of ${name}`),
  'more',
)
print('Short strings, µs a call', ['50 characters'], 'less')
console.log(`${agreement.lines().join('\n')}\n${seconds().toFixed(0)} s`)
