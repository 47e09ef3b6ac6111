import { deepest } from './depth.ts'

type ChangeText = (text: string) => string

const tooDeep = '[nested too deeply]'

/** Returns bytes as base64, the form that requests use. */
function bytesText({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)))
  return btoa(pieces.join(''))
}

function changeBytes(bytes: ArrayBufferView, change: ChangeText): ArrayBufferView | string {
  const text = bytesText(bytes)
  const changed = change(text)
  return changed === text ? bytes : changed
}

/**
 * Returns a copy of a JSON value with each text changed, including names of fields; the same value if nothing changed.
 * Numbers are changed as the text of their digits. Values that are nested too deeply are dropped.
 */
export function mapTexts<Value>(value: Value, change: ChangeText): Value {
  // Each object is mapped once. If an object contains itself, the inner occurrence is dropped.
  const known = new Map<object, unknown>()
  const mapValue = (each: unknown, depth: number): unknown => {
    if (typeof each === 'string') return change(each)
    if (typeof each === 'number') return changeNumber(each, change)
    if (typeof each !== 'object' || each === null) return each
    if (ArrayBuffer.isView(each)) return changeBytes(each, change)
    if (depth > deepest) return tooDeep
    if (known.has(each)) return known.get(each)
    known.set(each, tooDeep)
    const mapInner = (item: unknown): unknown => mapValue(item, depth + 1)
    const mapped = Array.isArray(each) ? mapList(each, mapInner) : mapFields(each, change, mapInner)
    known.set(each, mapped)
    return mapped
  }
  return mapValue(value, 0) as Value
}

function changeNumber(value: number, change: ChangeText): number | string {
  const digits = String(value)
  const changed = change(digits)
  return changed === digits ? value : changed
}

function mapList(list: readonly unknown[], map: (item: unknown) => unknown): readonly unknown[] {
  const mapped = list.map(map)
  return mapped.every((each, at) => each === list[at]) ? list : mapped
}

function mapFields(fields: object, change: ChangeText, map: (item: unknown) => unknown): object {
  let isChanged = false
  const mapped = Object.entries(fields).map(([key, each]) => {
    const [name, text] = [change(key), map(each)]
    isChanged ||= name !== key || text !== each
    return [name, text] as const
  })
  return isChanged ? Object.fromEntries(distinctFields(mapped)) : fields
}

/**
 * Returns fields with distinct names: a number is added to a repeated name. Names repeat if several values, or several
 * spellings of one value, become the same placeholder.
 */
function distinctFields(
  fields: readonly (readonly [name: string, value: unknown])[],
): readonly (readonly [name: string, value: unknown])[] {
  const used = new Set<string>()
  const counts = new Map<string, number>()
  return fields.map(([name, value]) => {
    let own = name
    for (let count = (counts.get(name) ?? 1) + 1; used.has(own); count++) {
      own = `${name} (${count})`
      counts.set(name, count)
    }
    used.add(own)
    return [own, value]
  })
}

/** Returns the texts that `mapTexts` would change in some JSON values, including names of fields and numbers. */
export function mappedTexts(values: readonly unknown[]): readonly string[] {
  const texts: string[] = []
  // A work list instead of recursion, because values may be nested too deeply for the call stack.
  const left = values.toReversed()
  const seen = new Set<object>()
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value))
    else if (ArrayBuffer.isView(value)) texts.push(bytesText(value))
    else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value)
      if (!Array.isArray(value)) for (const key of Object.keys(value)) texts.push(key)
      for (const each of Object.values(value).reverse()) left.push(each)
    }
  }
  return texts
}
