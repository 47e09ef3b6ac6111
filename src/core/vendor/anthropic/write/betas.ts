import { objectOr, type Raw } from '../../../from/read.ts'
import { isObject } from '../../../ir/json.ts'
import type { ClaudePlatform } from '../../../ir/model.ts'
import { vendorOf } from '../../rows/vendors.ts'
import file from '../rows/betas.json' with { type: 'json' }
import { claudeFacts, platformOf } from './models.ts'

/** Fields of an object in a request by which a beta feature is recognized. */
interface Sign {
  /** Path of the object, with `*` for each item of a list; '' for the request itself. */
  readonly at: string
  /** Value of each field; true for any value, false for a field without a value. */
  readonly has: Readonly<Record<string, string | boolean>>
}

/** Value of the header `anthropic-beta`, and the requests that need it. */
interface BetaRow {
  readonly value: string
  /** Platforms that accept the value. */
  readonly on: readonly ClaudePlatform[]
  readonly when: readonly Sign[]
  readonly unless?: readonly Sign[]
  /** Set if only models that bind thinking to the content before it need the value. */
  readonly binds?: true
}

const rows = file.betas as unknown as readonly BetaRow[]

/** Name of the header that lists the beta features of a request. */
const header = 'anthropic-beta'

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether an object at a path, relative to a value, has the fields of a sign. */
function hasSign(value: unknown, path: readonly string[], has: Sign['has']): boolean {
  const [key, ...rest] = path
  if (key === '*') return Array.isArray(value) && value.some(item => hasSign(item, rest, has))
  if (!isObject(value)) return false
  if (key !== undefined) return hasSign(value[key], rest, has)
  return Object.entries(has).every(([field, expected]) =>
    typeof expected === 'string' ? value[field] === expected : isEmpty(value[field]) !== expected,
  )
}

const hasAnySign = (request: object, signs: readonly Sign[] = []): boolean =>
  signs.some(({ at, has }) => hasSign(request, at === '' ? [] : at.split('.'), has))

/** Returns the beta features in lists, each once. A list is a header or an array, as the SDK's field `betas`. */
export const betasIn = (lists: readonly unknown[]): string[] => [
  ...new Set(
    lists
      .flatMap(list => (Array.isArray(list) ? list : [list]))
      .flatMap(list => (typeof list === 'string' ? list.split(',') : []))
      .map(value => value.trim())
      .filter(value => value !== ''),
  ),
]

/**
 * Returns the headers that a request of the Messages API needs in addition to its body, for a platform; if it is
 * null, for the one that the model id names. The caller's own list in the field `betas` comes first, because the
 * header replaces that list.
 */
export function claudeHeaders(
  request: object,
  platform: ClaudePlatform | null = null,
): Readonly<Record<string, string>> {
  const { model, betas } = request as Raw
  const id = typeof model === 'string' ? model : ''
  const host = platform ?? platformOf(id)
  const binds = vendorOf(id) === 'anthropic' && claudeFacts(id).facts.binds !== undefined
  const needed = rows.filter(
    row =>
      row.on.includes(host) &&
      (binds || row.binds === undefined) &&
      hasAnySign(request, row.when) &&
      !hasAnySign(request, row.unless),
  )
  return joinBetas(
    betas,
    needed.map(({ value }) => value),
  )
}

/** Whether the platform of a model accepts the beta feature that a type of tool change in a message needs. */
export const takesToolChange = (type: string, model: string | null): boolean =>
  rows.some(
    ({ on, when }) => on.includes(platformOf(model ?? '')) && when.some(({ has }) => has.type === type),
  )

/** Returns the header for lists of beta features, each feature once; no header if the lists are empty. */
export function joinBetas(...lists: readonly unknown[]): Readonly<Record<string, string>> {
  const values = betasIn(lists)
  return values.length === 0 ? {} : { [header]: values.join(',') }
}

/** Returns the names and values of headers: an object, a list of pairs, or an object of the class `Headers`. */
function entriesOf(headers: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (Array.isArray(headers) || headers instanceof Headers)
    return [...(headers as Iterable<unknown>)].flatMap(pair =>
      Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], pair[1]] as const] : [],
    )
  return Object.entries(objectOr(headers))
}

/** Returns the list of beta features in headers; undefined if there is none. */
export const betaListIn = (headers: unknown): unknown =>
  entriesOf(headers).find(([name]) => name.toLowerCase() === header)?.[1]

/** Returns an app's headers with the beta features that a request needs. The app's own features are kept. */
export function addBetas(own: unknown, needed: Readonly<Record<string, string>>): Raw {
  const others = entriesOf(own).filter(([name]) => name.toLowerCase() !== header)
  return { ...Object.fromEntries(others), ...joinBetas(betaListIn(own), betaListIn(needed)) }
}
