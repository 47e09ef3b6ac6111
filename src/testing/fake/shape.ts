/** JSON object whose fields are not yet known. */
export type Fields = { readonly [key: string]: unknown }

/** Whether a value is a plain JSON object: not null, not an array. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a value if it is an object, else an empty object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** Returns a value if it is a list, else an empty list. */
export const listOfShape = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a value if it is a string, else an empty string. */
export const textOfShape = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether a field is absent or null. Every vendor treats the two alike. */
export const isAbsentOrNull = (value: unknown): value is null | undefined =>
  value === undefined || value === null

/** Returns every item that occurs more than once, with the index of its second occurrence. */
export const findRepeatedItems = (
  values: readonly string[],
): readonly { readonly value: string; readonly at: number }[] => {
  const seen = new Map<string, number>()
  const found: { value: string; at: number }[] = []
  values.forEach((value, at) => {
    const count = (seen.get(value) ?? 0) + 1
    seen.set(value, count)
    if (count === 2) found.push({ value, at })
  })
  return found
}

/** Returns the JSON text of any value. Never throws: for a cycle or a BigInt, the text is `null`. */
export const jsonOfShape = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return 'null'
  }
}
