/** Any value that JSON can express. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** An object of JSON values. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

/** Whether a value is a plain object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
