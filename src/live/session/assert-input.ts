import { check, number, object, text } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import { reasonOf } from '../../core/text/reason.ts'

const base64 = check('base64', value => typeof value === 'string')

/** Checks of what an app gives to a conversation, by the place of the argument. */
const inputChecks = {
  'sendAudio.data': base64,
  'sendVideo.data': base64,
  'sendText.text': text,
  'heardUntil.milliseconds': number,
} as const

/** Rejects an argument of the wrong form. */
export const assertArgument = (place: keyof typeof inputChecks, value: unknown): void =>
  inputChecks[place](value, Path.named(place))

/** Returns a copy of an object of JSON values. Throws a TypeError that names the argument for any other value. */
export function jsonObject(value: unknown, what: string): JsonObject {
  const at = Path.named(what)
  object(value, at)
  try {
    return frozenJson(value) as JsonObject
  } catch (error) {
    throw at.wrong(reasonOf(error))
  }
}
