import { isObject } from '../ir/json.ts'

/** Keys under which a request's object contains its cache mark. */
const keys = ['cache_control', 'prompt_cache_breakpoint'] as const

/** Keys under which AI SDK provider options contain a cache mark. */
const optionKeys = ['cacheControl', 'cache_control', 'promptCacheBreakpoint', 'cachePoint'] as const

/** Names of all fields that contain a cache mark. */
export const markFields: ReadonlySet<string> = new Set([...keys, ...optionKeys])

/** Cache mark: the end of a prefix that the provider should cache. */
export interface CacheMark {
  /** Lifetime of the cache entry in the vendor's notation; null for the default. */
  readonly ttl: string | null
}

/** Returns the cache mark of a value in a request, or of the content inside the value; null if there is none. */
export function markOf(value: unknown): CacheMark | null {
  if (Array.isArray(value))
    return value.reduce<CacheMark | null>((found, item) => markOf(item) ?? found, null)
  if (!isObject(value)) return null
  const { content, output, providerOptions } = value
  const own = firstMarkUnder(value, keys)
  if (own !== null) return own
  const options = isObject(providerOptions) ? Object.values(providerOptions) : []
  for (const given of options) {
    const found = isObject(given) ? firstMarkUnder(given, optionKeys) : null
    if (found !== null) return found
  }
  return markOf(content) ?? markOf(output)
}

/** Returns the cache mark under any spelling of a field name; null if there is none. */
export const markInOptions = (options: unknown, field: string): CacheMark | null =>
  isObject(options)
    ? firstMarkUnder(
        options,
        optionKeys.filter(key => key.replace('_c', 'C') === field),
      )
    : null

function firstMarkUnder(
  holder: Readonly<Record<string, unknown>>,
  names: readonly string[],
): CacheMark | null {
  for (const name of names) {
    const mark = holder[name]
    if (isObject(mark)) return { ttl: typeof mark.ttl === 'string' ? mark.ttl : null }
  }
  return null
}

/** Callback that is called for each copied object, with the copy and its original. */
type Copied = (copy: object, original: object) => void

/** Returns an object without its own cache marks; the object itself if it has none. */
export function withoutOwnMarks<Holder extends object>(holder: Holder, copied: Copied = () => {}): Holder {
  const { providerOptions } = holder as { providerOptions?: unknown }
  const options = isObject(providerOptions) ? withoutOptionMarks(providerOptions, copied) : providerOptions
  if (options === providerOptions && !keys.some(key => key in holder)) return holder
  const {
    cache_control: _,
    prompt_cache_breakpoint: __,
    providerOptions: ___,
    ...rest
  } = holder as Holder & {
    [key: string]: unknown
  }
  const clean = (options === undefined ? rest : { ...rest, providerOptions: options }) as unknown as Holder
  copied(clean, holder)
  return clean
}

/** Returns provider options without cache marks; undefined if they contained nothing else. */
function withoutOptionMarks(options: Readonly<Record<string, unknown>>, copied: Copied): object | undefined {
  if (!Object.values(options).some(given => isObject(given) && optionKeys.some(key => key in given)))
    return options
  const kept = Object.entries(options).flatMap(([provider, given]) => {
    if (!isObject(given)) return [[provider, given] as const]
    const rest = Object.entries(given).filter(([key]) => !(optionKeys as readonly string[]).includes(key))
    if (rest.length === 0 && Object.keys(given).length > 0) return []
    const own = Object.fromEntries(rest)
    copied(own, given)
    return [[provider, own] as const]
  })
  if (kept.length === 0) return undefined
  const clean = Object.fromEntries(kept)
  copied(clean, options)
  return clean
}

/** Keys of the lists of pieces inside a message or a result. */
const lists = ['content', 'output'] as const

/**
 * Returns a value in the form that the cache compares, without cache marks. If a text is in a list only because of its
 * mark, the text is returned alone.
 */
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks)
  if (!isObject(value)) return value
  let clean = withoutOwnMarks(value)
  for (const key of lists) {
    const list = clean[key]
    if (!Array.isArray(list)) continue
    const pieces = list.map(withoutMarks)
    const text = markOf(list) === null ? null : plainText(pieces)
    const isMessage = 'role' in value || key === 'output'
    clean = { ...clean, [key]: text !== null && isMessage ? text : pieces } as typeof clean
  }
  return clean
}

/** Returns the text of a list with a single plain text; null for any other list. */
export function plainText(pieces: readonly unknown[]): string | null {
  const [only] = pieces
  if (pieces.length !== 1 || !isObject(only) || Object.keys(only).length !== 2) return null
  const { type, text } = only
  return (type === 'text' || type === 'input_text') && typeof text === 'string' ? text : null
}
