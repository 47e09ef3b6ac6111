import { check, number, object, text } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import { reasonOf } from '../../core/text/reason.ts'

const base64 = check('base64', value => typeof value === 'string')

/** Checks of an app's arguments, by the argument's path. */
const inputChecks = {
  'sendAudio.data': base64,
  'sendVideo.data': base64,
  'sendText.text': text,
  'heardUntil.milliseconds': number,
} as const

/** Throws a TypeError for an invalid argument. */
export const assertArgument = (place: keyof typeof inputChecks, value: unknown): void =>
  inputChecks[place](value, Path.named(place))

/** Returns a copy of an object with JSON values. Throws a TypeError with the argument's name for any other value. */
export function copyJsonObject(value: unknown, what: string): JsonObject {
  const at = Path.named(what)
  object(value, at)
  try {
    return frozenJson(value) as JsonObject
  } catch (error) {
    throw at.wrong(reasonOf(error))
  }
}
