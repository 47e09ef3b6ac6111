import { tiktoken } from '../library/tiktoken.ts'

/** Compares the counts of all libraries. */
export interface Agreement {
  /** Takes the counts of the same texts by library name. */
  compare(what: string, counts: ReadonlyMap<string, readonly number[]>): void
  lines(): string[]
}

interface Difference {
  texts: number
  example: string
}

export function createAgreement(): Agreement {
  const reference = tiktoken.name // OpenAI's own code
  const differences = new Map<string, Difference>()
  let compared = 0
  let tokens = 0
  return {
    compare(what, counts) {
      const expected = counts.get(reference) ?? []
      compared += expected.length
      tokens += expected.reduce((sum, count) => sum + count, 0)
      for (const [name, found] of counts)
        for (const [index, count] of found.entries()) {
          if (count === expected[index] || expected[index] === undefined) continue
          const difference = differences.get(`${name}, ${what}`) ?? { texts: 0, example: '' }
          differences.set(`${name}, ${what}`, difference)
          difference.texts++
          difference.example ||= `${count}, not ${expected[index]}`
        }
    },
    lines: () => [
      `Counts: ${compared} texts of ${tokens} tokens compared with ${reference}; ${differences.size ? 'differences:' : 'all the same'}`,
      ...[...differences].map(([where, { texts, example }]) => `  ${where}: ${texts} texts, e.g. ${example}`),
    ],
  }
}
