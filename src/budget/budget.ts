import type { Budget } from '../ir/budget.ts'

/** A budget in one form. */
export interface Allowance {
  readonly input: number | null
  readonly output: number | null
  readonly low: number
}

/** What trimming leaves of the limit unless the caller says otherwise. */
const usualLow = 0.6

function share(value: unknown): number {
  if (value === undefined || value === null) return usualLow
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    throw new TypeError(
      `budget.low must be a number from 0 to 1, not ${typeof value === 'string' ? `'${value}'` : String(value)}`,
    )
  return value
}

function whole(value: unknown, name: string): number | null {
  if (value === undefined || value === null) return null
  if (!Number.isInteger(value) || (value as number) < 0) {
    throw new TypeError(
      `${name} must be a whole number of tokens, not ${typeof value === 'string' ? `'${value}'` : String(value)}`,
    )
  }
  return value as number
}

/** Reads a budget; throws a TypeError for what is no number of tokens. */
export function readBudget(budget: Budget | undefined): Allowance {
  if (Array.isArray(budget)) throw new TypeError('a budget is a number of tokens or an object, not a list')
  if (typeof budget === 'object' && budget !== null) {
    for (const key of Object.keys(budget)) {
      if (key !== 'input' && key !== 'output' && key !== 'low')
        throw new TypeError(`a budget has no '${key}'; there are input, output, low`)
    }
    const { input, output, low } = budget
    return {
      input: whole(input, 'budget.input'),
      output: whole(output, 'budget.output'),
      low: share(low),
    }
  }
  return { input: whole(budget, 'budget'), output: null, low: usualLow }
}

/** What a limit is worked out from, in tokens. */
export interface Capacity {
  readonly window: number | null
  readonly output: number | null
}

/** Tokens kept free for the answer: what the caller wants, else what is usual for a window of this size. */
export function reserveOf({ window, output }: Capacity, asked: number | null): number {
  const usual = Math.min(
    output ?? usualReserve,
    usualReserve,
    window === null ? unknownReserve : Math.floor(window / 4),
  )
  const wanted = asked ?? usual
  return output === null ? wanted : Math.min(wanted, output)
}

const usualReserve = 32_000
/** For a model whose window is not known: every current model writes as much. */
const unknownReserve = 4_096

/** The most tokens of input; null where nothing limits it. */
export function limitOf({ window }: Capacity, input: number | null, reserve: number): number | null {
  const room = window === null ? null : Math.max(0, window - reserve)
  if (room === null) return input
  return input === null ? room : Math.min(input, room)
}
