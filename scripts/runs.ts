import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** One recorded run. */
export interface Run {
  readonly id: string
  readonly file: string
  readonly model: string
  readonly messages: readonly object[]
  readonly tools?: readonly object[]
  readonly system?: string
  readonly meta?: {
    /** Indexes at which the run was compacted. After them, the providers' counts do not belong to these messages. */
    readonly compactions?: readonly { readonly at?: number }[]
    readonly usage?: readonly { at: number; prompt_tokens: number; completion_tokens: number }[]
  }
}

const lines = (path: string): unknown[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as unknown)

/** Returns the runs of a data folder as OpenAI Chat messages; native runs are Anthropic messages. */
export function readRuns(folder: string): { chat: Run[]; native: Run[] } {
  const read = (at: string): Run[] =>
    readdirSync(at)
      .filter(name => name.endsWith('.jsonl.gz'))
      .flatMap(name =>
        lines(join(at, name)).map(run => ({ ...(run as Run), file: name.replace('.jsonl.gz', '') })),
      )
  return { chat: read(join(folder, 'trajectories')), native: read(join(folder, 'trajectories', 'native')) }
}
