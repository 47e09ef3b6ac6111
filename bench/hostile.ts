/** Growth of time with text that makes tokenizers slow: ctxc up to 1 MB, then all libraries up to 8 kB. */
import { hostile } from './corpus/hostile.ts'
import { loadAll } from './library/loaded.ts'
import { createAgreement } from './measure/agreement.ts'
import { grow, type Point, perDoubling } from './measure/growth.ts'
import { versus } from './report/best.ts'
import { digits, times } from './report/digits.ts'
import { machine } from './report/machine.ts'
import { table } from './report/table.ts'

const kilobyte = 1024
const large = [256, 512, 1024].map(size => size * kilobyte)
const small = [2, 4, 8].map(size => size * kilobyte)
const unlimited = { sizeMs: Number.POSITIVE_INFINITY, callMs: Number.POSITIVE_INFINITY }
const limits = { sizeMs: 1_000, callMs: 2_000 } // peers are quadratic

console.log(machine())
const libraries = await loadAll()
const inputs = Object.entries(hostile)

const rows = inputs.map(([input, text]) => {
  const count = libraries.find(({ kind }) => kind === 'ours')!.count
  const points = grow(count, text, large, unlimited)
  const factors = points.slice(1).map((point, index) => times(perDoubling([points[index] as Point, point])))
  const [quarter, half, whole] = points.map(({ ms }) => digits(ms))
  return [input, quarter, half, factors[0], whole, factors[1]] as string[]
})
console.log('ctxc/count: median ms of 5 texts, and the factor from half the size\n')
console.log(`${table([['input', '256 kB', '512 kB', 'factor', '1 MB', 'factor'], ...rows])}\n`)

const agreement = createAgreement()
const stops: string[] = []
const sideBySide = inputs.flatMap(([input, text]) => {
  const grown = new Map<string, Point[]>()
  for (const { name, count } of libraries) {
    const points = grow(count, text, small, limits)
    grown.set(name, points)
    const last = points.at(-1) as Point
    if (last.slowest > limits.callMs)
      stops.push(
        `${name} stopped at ${last.bytes / kilobyte} kB of ${input}: ${digits(last.slowest)} ms a call`,
      )
  }
  const at = (index: number, name: string): Point | undefined => grown.get(name)?.[index]
  const lines = small.map((bytes, index) => {
    const compared = versus(libraries, 'less', ({ name }) => at(index, name)?.ms ?? null)
    const counts = new Map(libraries.map(({ name }) => [name, at(index, name)?.tokens ?? []]))
    agreement.compare(`${input} of ${bytes / kilobyte} kB`, counts)
    return [
      index ? '' : input,
      `${bytes / kilobyte} kB`,
      ...libraries.map(({ name }) => digits(at(index, name)?.ms ?? null)),
      times(compared.peer),
      times(compared.javascript),
      times(compared.native),
      compared.best?.short ?? '–',
    ]
  })
  const growth = libraries.map(({ name }) => times(perDoubling(grown.get(name) ?? [])))
  return [...lines, ['', '', ...growth]]
})

console.log('All libraries: median ms of at most 5 texts; the line below, the factor when the text doubles.')
console.log(
  'On the right, by how much ours is faster than the fastest peer, JavaScript, native; the fastest.\n',
)
const head = ['input', 'size', ...libraries.map(({ short }) => short), 'peer', 'JS', 'native', 'best']
console.log(`${table([head, ...sideBySide], 1)}\n`)
console.log([...stops, ...agreement.lines()].join('\n'))
