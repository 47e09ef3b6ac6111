import { parseJson } from './parse-json.ts'

const mark = '```'

/** Returns the JSON value that a text is, with or without a Markdown fence around it; undefined for another text. */
export function jsonIn(text: string): unknown {
  const whole = text.trim()
  const isFenced = whole.startsWith(mark) && whole.endsWith(mark) && whole.includes('\n')
  const bare = isFenced ? whole.slice(whole.indexOf('\n'), -mark.length) : whole
  return parseJson(bare)
}
