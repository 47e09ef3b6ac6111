import corrected from './corrected-labels.json' with { type: 'json' }
import { isHeldOut, type PiiSample, type RunText, type SecretSample } from './data.ts'
import known from './known-values.json' with { type: 'json' }

/** Range that a detector found. */
export interface Hit {
  readonly start: number
  readonly end: number
  readonly kind: string
}

/** Detector to measure. */
export type Find = (text: string) => readonly Hit[] | Promise<readonly Hit[]>

/** Share of a value that must be covered for it to count as found. */
const leastCover = 0.8

/** Whether the found ranges cover enough of a labelled range. */
function covers(hits: readonly Hit[], start: number, end: number): boolean {
  let covered = 0
  for (const hit of hits) covered += Math.max(0, Math.min(end, hit.end) - Math.max(start, hit.start))
  return covered >= leastCover * (end - start)
}

/** Counts over labelled secrets and near misses. */
export interface SecretScore {
  found: number
  labelled: number
  /** Counts without labels that were corrected. */
  foundCorrected: number
  labelledCorrected: number
  fired: number
  nearMisses: number
}

const isCorrected = ({ rule }: SecretSample): boolean => corrected.some(one => one.rule === rule)

/** Measures a detector on one half of the samples, or on all. */
export async function scoreSecrets(
  find: Find,
  samples: readonly SecretSample[],
  half: 'seen' | 'held out' | 'all',
): Promise<SecretScore> {
  const score = { found: 0, labelled: 0, foundCorrected: 0, labelledCorrected: 0, fired: 0, nearMisses: 0 }
  for (const sample of samples) {
    if (half !== 'all' && isHeldOut(sample) !== (half === 'held out')) continue
    const hits = await find(sample.text)
    if (sample.label === 0) {
      score.nearMisses++
      if (hits.length > 0) score.fired++
    } else
      for (const [start, end] of sample.spans) {
        const isFound = covers(hits, start, end)
        score.labelled++
        if (isFound) score.found++
        if (isCorrected(sample)) continue
        score.labelledCorrected++
        if (isFound) score.foundCorrected++
      }
  }
  return score
}

/** Hits in recorded runs. */
export interface RunScore {
  readonly megabytes: number
  readonly seconds: number
  /** Found texts that are no known secret, and the number of their occurrences. */
  readonly unknown: ReadonlyMap<string, number>
  readonly known: number
}

/** Measures a detector on texts of recorded runs. Known invented secrets are counted separately. */
export async function scoreRuns(find: Find, texts: readonly RunText[]): Promise<RunScore> {
  const unknown = new Map<string, number>()
  let bytes = 0
  let isKnown = 0
  let milliseconds = 0
  for (const { file, text } of texts) {
    bytes += Buffer.byteLength(text)
    const from = performance.now()
    const hits = await find(text)
    milliseconds += performance.now() - from
    for (const hit of hits) {
      const value = text.slice(hit.start, hit.end)
      const isListed = known.some(
        one =>
          one.file === file &&
          (one.kind === undefined || one.kind === hit.kind) &&
          (one.value === undefined || one.value === value),
      )
      if (isListed) isKnown++
      else {
        const name = `${file} ${hit.kind} ${JSON.stringify(value.slice(0, 80))}`
        unknown.set(name, (unknown.get(name) ?? 0) + 1)
      }
    }
  }
  return { megabytes: bytes / 1e6, seconds: milliseconds / 1000, unknown, known: isKnown }
}

/** Returns the number of found texts that are no known secret. */
export const hitsOf = ({ unknown }: RunScore): number =>
  [...unknown.values()].reduce((all, one) => all + one, 0)

/** Kinds of personal data by the name that the labels use. */
const piiLabels: Readonly<Record<string, string>> = {
  EMAIL_ADDRESS: 'email',
  CREDIT_CARD: 'card',
  IBAN_CODE: 'iban',
  US_SSN: 'ssn',
  IP_ADDRESS: 'ip',
  PHONE_NUMBER: 'phone',
}

/** Measures a detector of personal data: found and labelled ranges by kind, and found ranges that touch no label. */
export async function scorePii(
  find: Find,
  samples: readonly PiiSample[],
): Promise<{ byKind: Map<string, [number, number]>; stray: number }> {
  const byKind = new Map<string, [number, number]>(Object.values(piiLabels).map(kind => [kind, [0, 0]]))
  let stray = 0
  for (const { text, spans } of samples) {
    const hits = await find(text)
    stray += hits.filter(hit => !spans.some(span => span.start < hit.end && hit.start < span.end)).length
    for (const { type, start, end } of spans) {
      const row = byKind.get(piiLabels[type] ?? '')
      if (row === undefined) continue
      row[1]++
      if (covers(hits, start, end)) row[0]++
    }
  }
  return { byKind, stray }
}
