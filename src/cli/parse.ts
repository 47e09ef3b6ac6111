import { isObject } from '../core/ir/json.ts'
import { parseJson } from '../core/text/json.ts'
import { UsageError } from './io.ts'
import { jsonErrorAt } from './json-error.ts'

const messages = 'a conversation is JSON, or JSON Lines with one message on each line'

/**
 * Parses a text as JSON. Errors show `name`, the name of the input, and `help`, a description of the expected content.
 */
export function parseFile(given: string, name: string, help: string): unknown {
  const text = textOf(given, name, help)
  const value = parseJson(text)
  if (value === undefined) throw notJson(text, name, help)
  return value
}

/** Parses a text as JSON, or as JSON Lines with one message on each line. Errors show `name`, the name of the input. */
export function parseInput(given: string, name: string): unknown {
  const text = textOf(given, name, 'give a conversation as JSON')
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const whole = parseJson(text)
  if (whole !== undefined) return isMessage(whole) ? [whole] : whole
  if (lines.length < 2 || !isObject(parseJson(lines[0] ?? ''))) throw notJson(text, name, messages)
  return parseLines(text, name)
}

/** Returns a text without its byte order mark. Rejects an empty text. */
function textOf(given: string, name: string, help: string): string {
  const text = given.replace(/^\ufeff/, '')
  if (text.trim() === '') throw new UsageError(`${name} is empty`, help)
  return text
}

function parseLines(text: string, name: string): unknown[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const value = parseJson(line)
    if (value === undefined) throw notJson(line, name, messages, index)
    if (isObject(value) && ('messages' in value || 'input' in value)) {
      throw new UsageError(
        `${name} has a whole conversation on line ${index + 1}, but each line must be one message`,
        'save that conversation in its own file',
      )
    }
    return [value]
  })
}

/**
 * Whether a value can be a message, for JSON Lines with a single line. A message has a role, but a request has none.
 */
const isMessage = (value: unknown): boolean =>
  isObject(value) && typeof value.role === 'string' && !Array.isArray(value.messages)

function notJson(text: string, name: string, help: string, above = 0): UsageError {
  const { line, column } = jsonErrorAt(text)
  return new UsageError(`${name} is not JSON: line ${line + above}, column ${column}`, help)
}
