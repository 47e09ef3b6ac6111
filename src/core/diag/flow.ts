import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Place in a program that reads a key, as text for messages. */
export interface KeyReading {
  /** Name of the agent, step or route that reads the key. */
  readonly reader: string
  readonly key: string
  /** Key and path as written in the declaration: `plan.days`. */
  readonly reference: string
  readonly at: string
  /** Effect of a missing key at run time. */
  readonly effect: string
  /** Whether a context source reads the key; false if a placeholder in a text reads it. */
  readonly isSource: boolean
}

const dataOf = ({ reader, key, reference }: KeyReading) => ({ reader, key, reference })

/** Returns advice on how to read a key that may be missing. */
const lenientAdvice = ({ key, reference, isSource }: KeyReading): string =>
  isSource ? `put the source into C.when(${JSON.stringify(key)}, …)` : `write {${reference}?}`

/** Returns advice on how to set a missing key. */
const setKeyAdvice = (key: string, meant: string | null): string =>
  `${meant === null ? '' : `did you mean '${meant}'? If not, `}give an earlier agent outputKey: '${key}', write the key with S.set or S.defaults, or declare expects: ['${key}'] if the session brings it`

/** Reports a key that is read although nothing writes it earlier. */
export const keyUnwritten = (
  reading: KeyReading,
  { later, meant }: { readonly later: readonly string[]; readonly meant: string | null },
): Diagnostic =>
  make('CX1001', {
    message: `${reading.reader} reads '${reading.key}', but nothing before it writes that key, so ${reading.effect}`,
    at: [reading.at],
    notes: later.length > 0 ? [`only ${later.join(', ')} writes it, and runs later`] : [],
    help: setKeyAdvice(reading.key, meant),
    data: { ...dataOf(reading), ...(meant !== null && { meant }) },
  })

/** Reports a key that is set on some paths to the place that reads it, but not on all. */
export const keyNotAlways = (
  reading: KeyReading,
  { writers, gaps }: { readonly writers: readonly string[]; readonly gaps: readonly string[] },
): Diagnostic =>
  make('CX1002', {
    message: `${reading.reader} reads '${reading.key}', which some branches do not set; after those, ${reading.effect}`,
    at: [reading.at],
    notes: [...(writers.length > 0 ? [`written by ${writers.join(', ')}, which may not run`] : []), ...gaps],
    help: `write '${reading.key}' on every branch, set a default earlier with S.defaults({ ${keyIn(reading.key)}: … }), or ${lenientAdvice(reading)} if it may be missing`,
    data: { ...dataOf(reading), writers },
  })

/** Reports a route that depends on a key which may be missing. */
export const routeWithoutKey = (
  reading: KeyReading,
  {
    effect,
    gaps,
    meant,
  }: { readonly effect: string; readonly gaps: readonly string[]; readonly meant: string | null },
): Diagnostic =>
  make('CX1005', {
    message: `the route reads '${reading.key}', but that key is never set when the route runs, so ${effect}`,
    at: [reading.at],
    notes: gaps,
    // A path such as `plan.days` works in a template, but not in a route.
    help: reading.key.includes('.')
      ? `a route reads a whole key, never a path; to test a field of '${reading.key.split('.')[0]}', use .when(state => …)`
      : setKeyAdvice(reading.key, meant),
    data: dataOf(reading),
  })

/** Reports a key that is read after a step removed it. */
export const keyRemoved = (reading: KeyReading, gaps: readonly string[], now: string | null): Diagnostic =>
  make('CX1006', {
    message: `${reading.reader} reads '${reading.key}', but an earlier step removed that key, so ${reading.effect}`,
    at: [reading.at],
    notes: gaps,
    help:
      now === null
        ? `keep '${reading.key}' in that step, or run the step later`
        : `read '${now}', the new name of the key`,
    data: { ...dataOf(reading), ...(now !== null && { now }) },
  })

/** Reports a key that the body of a loop reads before writing it. In the first round, the key is missing. */
export const keyOfLaterRound = (reading: KeyReading, writers: readonly string[]): Diagnostic =>
  make('CX1007', {
    message: `${reading.reader} reads '${reading.key}' before the loop writes that key, so in the first round ${reading.effect}`,
    at: [reading.at],
    notes: [`written later in the loop, by ${writers.join(', ')}`],
    help: `set a value before the loop with S.defaults(${exampleObjectWithKey(reading)}), or write {${reading.reference}?}`,
    data: { ...dataOf(reading), writers },
  })

/** Reports parallel branches that change the same key in different ways. */
export const branchesCollide = (
  { key, place }: { readonly key: string; readonly place: string },
  at: readonly string[],
  effects: readonly string[],
): Diagnostic =>
  make('CX1008', {
    message: `branches of a parallel change '${key}' at the same time, so the branch that finishes last wins`,
    at,
    notes: effects,
    help: 'let each branch write its own key, and combine the keys afterwards with S.merge',
    data: { key, place },
  })

/**
 * Returns an object literal for advice. It sets the key, or the field of its value that a place reads, to an empty
 * text.
 */
const exampleObjectWithKey = ({ key, reference }: KeyReading): string =>
  [key, ...reference.slice(key.length).split('.').filter(Boolean)].reduceRight(
    (inner, name) => `{ ${keyIn(name)}: ${inner} }`,
    "''",
  )

/** Returns a key in the spelling of an object literal. */
const keyIn = (key: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : `'${key}'`)
