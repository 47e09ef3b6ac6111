import { describe } from '../../core/form/describe.ts'
import { isObject, type JsonObject } from '../../core/ir/json.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import { reasonOf } from '../../core/text/reason.ts'

/** Rejects a value that is no text; `message` names the argument. */
export function assertText(value: unknown, message: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${message}, got ${describe(value)}`)
}

/** Rejects a value that is no finite number; `message` names the argument. */
export function assertNumber(value: unknown, message: string): asserts value is number {
  if (!Number.isFinite(value)) throw new TypeError(`${message}, got ${describe(value)}`)
}

/** Returns a copy of an object of JSON values. Throws a TypeError that names the argument for any other value. */
export function jsonObject(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new TypeError(`${what} must be an object, got ${describe(value)}`)
  try {
    return frozenJson(value) as JsonObject
  } catch (error) {
    throw new TypeError(`${what}: ${reasonOf(error)}`)
  }
}
