import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readRuns } from '../runs.ts'

/** Text with labelled secrets, or with a near miss (`label` 0). */
export interface SecretSample {
  readonly id: string
  readonly source: string
  readonly rule: string
  readonly label: 0 | 1
  readonly text: string
  readonly spans: readonly (readonly [number, number])[]
}

/** Sentence with labelled personal data. */
export interface PiiSample {
  readonly text: string
  readonly spans: readonly { readonly type: string; readonly start: number; readonly end: number }[]
}

/** Text of a recorded run. */
export interface RunText {
  readonly file: string
  readonly text: string
}

const lines = <T>(path: string): T[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as T)

export const readSecrets = (folder: string): SecretSample[] =>
  lines(join(folder, 'secrets', 'secrets.jsonl.gz'))

export const readPii = (folder: string): PiiSample[] => lines(join(folder, 'pii', 'presidio_synth.jsonl.gz'))

/** Whether a sample belongs to the half that nobody looked at while the rules were written. */
export const isHeldOut = ({ id }: SecretSample): boolean =>
  ((createHash('sha256').update(id).digest()[0] as number) & 1) === 1

/** Returns every string of the messages of recorded runs. */
export function readRunTexts(folder: string): RunText[] {
  const texts: RunText[] = []
  const visit = (file: string, value: unknown): void => {
    if (typeof value === 'string') texts.push({ file, text: value })
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) visit(file, inner)
  }
  for (const { file, messages } of readRuns(folder).chat) visit(file, messages)
  return texts
}
