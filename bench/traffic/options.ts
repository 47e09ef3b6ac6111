import { parseArgs } from 'node:util'

/** Options of a run of traffic, each a number. */
export interface TrafficOptions {
  /** Sessions that each send a message, wait for its answer, and send the next. */
  readonly sessions: number
  /** Processes that answer. */
  readonly workers: number
  readonly seconds: number
  /** Calls of the model that each worker makes at the same time. */
  readonly calls: number
  /** Milliseconds that the model takes. */
  readonly model: number
  /** One in so many pieces that pass between workers and Postgres has a fault: the connection is cut, after half of the piece, or after it. 0 for none. */
  readonly cut: number
  /** Maximum delay of such a piece in milliseconds. */
  readonly delay: number
  /** Seconds from one kill of a worker to the next. 0 for none. */
  readonly killWorkers: number
  /** Seconds from one kill of Postgres to the next. 0 for none. */
  readonly killServer: number
}

const defaults: TrafficOptions = {
  ...{ sessions: 200, workers: 2, seconds: 20, calls: 20, model: 200 },
  ...{ cut: 0, delay: 0, killWorkers: 0, killServer: 0 },
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** Reads options such as `--kill-workers 5`. Throws an Error for another option, and for a value that is no number. */
export function readTrafficOptions(args: readonly string[]): TrafficOptions {
  const names = Object.keys(defaults)
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map(name => [dashed(name), { type: 'string' as const }])),
  })
  const read = names.map(name => {
    const given = values[dashed(name)]
    const value = given === undefined ? defaults[name as keyof TrafficOptions] : Number(given)
    if (!(Number.isFinite(value) && value >= 0))
      throw new Error(`--${dashed(name)} must be a number, got '${given}'`)
    return [name, value] as const
  })
  return Object.fromEntries(read) as unknown as TrafficOptions
}
