import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Place of a program that reads a key, as text for messages. */
export interface KeyReading {
  /** Name of the reader: an agent, a step, a route. */
  readonly reader: string
  readonly key: string
  /** Key and path as declared: `plan.days`. */
  readonly reference: string
  readonly at: string
  /** Effect of a missing key at run time. */
  readonly effect: string
  /** Whether a source of a context reads the key, rather than a slot of a text. */
  readonly isSource: boolean
}

const dataOf = ({ reader, key, reference }: KeyReading) => ({ reader, key, reference })

/** Returns advice on how to read a key that may be missing. */
const lenient = ({ key, reference, isSource }: KeyReading): string =>
  isSource ? `put C.when(${JSON.stringify(key)}, …) around what reads it` : `write {${reference}?}`

/** Returns advice on how to provide a missing key. */
const mend = (key: string, meant: string | null): string =>
  `${meant === null ? '' : `did you mean '${meant}'? `}let an agent before it have outputKey: '${key}', set it with S.set or S.defaults, or say that a session brings it: expects: ['${key}']`

/** Reports a key that is read although nothing writes it before. */
export const keyUnwritten = (
  reading: KeyReading,
  { later, meant }: { readonly later: readonly string[]; readonly meant: string | null },
): Diagnostic =>
  make('CX1001', {
    message: `${reading.reader} reads '${reading.key}', which nothing writes before it: ${reading.effect}`,
    at: [reading.at],
    notes: later.length > 0 ? [`written only later, by ${later.join(', ')}`] : [],
    help: mend(reading.key, meant),
    data: dataOf(reading),
  })

/** Reports a key that is set on some paths to a place, and missing on others. */
export const keyNotAlways = (
  reading: KeyReading,
  { writers, gaps }: { readonly writers: readonly string[]; readonly gaps: readonly string[] },
): Diagnostic =>
  make('CX1002', {
    message: `${reading.reader} reads '${reading.key}', which may not be there: where it is not, ${reading.effect}`,
    at: [reading.at],
    notes: [
      ...(writers.length > 0 ? [`written by ${writers.join(', ')}, which may not have run`] : []),
      ...gaps,
    ],
    help: `write it on every way, give it a value before with S.defaults({ ${keyIn(reading.key)}: … }), or ${lenient(reading)} where it may be missing`,
    data: { ...dataOf(reading), writers },
  })

/** Reports a route whose key is missing. */
export const routeWithoutKey = (
  reading: KeyReading,
  {
    ways,
    gaps,
    meant,
  }: { readonly ways: string; readonly gaps: readonly string[]; readonly meant: string | null },
): Diagnostic =>
  make('CX1005', {
    message: `the route goes by '${reading.key}', which is not there when it runs: ${ways}`,
    at: [reading.at],
    notes: gaps,
    // A template follows a path into a value, but a route does not.
    help: reading.key.includes('.')
      ? `a route goes by a whole key: for a field of '${reading.key.split('.')[0]}' write .when(state => …)`
      : mend(reading.key, meant),
    data: dataOf(reading),
  })

/** Reports a key that is read after a step removed it. */
export const keyRemoved = (reading: KeyReading, gaps: readonly string[], now: string | null): Diagnostic =>
  make('CX1006', {
    message: `${reading.reader} reads '${reading.key}', which is gone by then: ${reading.effect}`,
    at: [reading.at],
    notes: gaps,
    help:
      now === null
        ? `keep '${reading.key}' in that step, or do the step later`
        : `read '${now}', which it is called now`,
    data: { ...dataOf(reading), ...(now !== null && { now }) },
  })

/** Reports a key that a loop's body reads before it writes it, so the first round lacks it. */
export const keyOfLaterRound = (reading: KeyReading, writers: readonly string[]): Diagnostic =>
  make('CX1007', {
    message: `${reading.reader} reads '${reading.key}' in a loop before it is written: in the first round ${reading.effect}`,
    at: [reading.at],
    notes: [`written by ${writers.join(', ')}, further on in the loop`],
    help: `give it a value before the loop: S.defaults({ ${keyIn(reading.key)}: '' }); or write {${reading.reference}?}`,
    data: { ...dataOf(reading), writers },
  })

/** Reports parallel branches that change one key in different ways. */
export const branchesCollide = (
  { key, place }: { readonly key: string; readonly place: string },
  at: readonly string[],
  effects: readonly string[],
): Diagnostic =>
  make('CX1008', {
    message: `branches of a parallel change '${key}' at the same time: the last to finish wins`,
    at,
    notes: effects,
    help: 'let each branch write a key of its own, and put them together afterwards with S.merge',
    data: { key, place },
  })

/** Returns a key as an object literal spells it. */
const keyIn = (key: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : `'${key}'`)
