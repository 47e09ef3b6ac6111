import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** A place of a program that looks at a key, in words. */
export interface KeyReading {
  /** Name of the reader: an agent, a step, a route. */
  readonly reader: string
  readonly key: string
  /** As it is written: `plan.days`. */
  readonly reference: string
  readonly at: string
  /** Effect of a missing key at run time. */
  readonly effect: string
  /** A source of a context looks, and no slot of a text. */
  readonly isSource: boolean
}

const dataOf = ({ reader, key, reference }: KeyReading) => ({ reader, key, reference })

/** Returns advice on how to read a key that may be missing. */
const lenient = ({ key, reference, isSource }: KeyReading): string =>
  isSource ? `put C.when(${JSON.stringify(key)}, …) around what reads it` : `write {${reference}?}`

/** Returns advice on how to provide a missing key. */
const mend = (key: string, meant: string | null): string =>
  `${meant === null ? '' : `did you mean '${meant}'? `}let an agent before it have outputKey: '${key}', set it with S.set or S.defaults, or say that a session brings it: expects: ['${key}']`

/** Nothing gives a key a value before it is looked at. */
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

/** A key has a value on some ways to a place, and on others it has none. */
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

/** A route goes by a key that is not there. */
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
    // A template follows a path into a value, and a route does not.
    help: reading.key.includes('.')
      ? `a route goes by a whole key: for a field of '${reading.key.split('.')[0]}' write .when(state => …)`
      : mend(reading.key, meant),
    data: dataOf(reading),
  })

/** A key is looked at after a step took it away. */
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

/** A loop's body looks at what it writes further on: the first round has nothing. */
export const keyOfLaterRound = (reading: KeyReading, writers: readonly string[]): Diagnostic =>
  make('CX1007', {
    message: `${reading.reader} reads '${reading.key}' in a loop before it is written: in the first round ${reading.effect}`,
    at: [reading.at],
    notes: [`written by ${writers.join(', ')}, further on in the loop`],
    help: `give it a value before the loop: S.defaults({ ${keyIn(reading.key)}: '' }); or write {${reading.reference}?}`,
    data: { ...dataOf(reading), writers },
  })

/** Branches that run at once do different things to one key. */
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

/** A key as it is written in an object. */
const keyIn = (key: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : `'${key}'`)
