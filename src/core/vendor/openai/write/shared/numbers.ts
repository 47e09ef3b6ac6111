/** Range of a numeric setting. */
interface Range {
  readonly least: number
  readonly most: number
  readonly whole?: true
}

const whole = (least: number): Range => ({ least, most: Number.MAX_SAFE_INTEGER, whole: true })

/** Ranges of the numeric settings of both OpenAI APIs, by wire name. Only Responses refuses a limit below 16 tokens. */
const ranges: ReadonlyMap<string, Range> = new Map([
  ['temperature', { least: 0, most: 2 }],
  ['top_p', { least: 0, most: 1 }],
  ['presence_penalty', { least: -2, most: 2 }],
  ['frequency_penalty', { least: -2, most: 2 }],
  ['seed', whole(Number.MIN_SAFE_INTEGER)],
  ['max_completion_tokens', whole(1)],
  ['max_output_tokens', whole(16)],
])

/** Returns why a setting does not accept a number; null if it does, or if the value is not a number. */
export function refusedNumber(wire: string, value: unknown): string | null {
  const range = ranges.get(wire)
  if (range === undefined || typeof value !== 'number') return null
  if (range.whole && !Number.isSafeInteger(value)) return `${value} is not a whole number`
  if (value < range.least) return `${value} is less than ${range.least}`
  return value > range.most ? `${value} is more than ${range.most}` : null
}

/** Reports each number of a request that is outside its range (R17, C11). */
export function checkNumbers(request: object, report: (pointer: string, message: string) => void): void {
  for (const wire of ranges.keys()) {
    const why = refusedNumber(wire, (request as Readonly<Record<string, unknown>>)[wire])
    if (why !== null) report(`/${wire}`, why)
  }
}
