import type { Source } from './explanation.ts'

const indexed = /^(\w+)\[(\d+)\](?: of chat\[(\d+)\].*)?$/s

/** Joins two places into a range: `message[3]` and `message[5]` become `message[3-5]`, also for elements of a chat. */
export function rangeOf(sources: readonly Source[]): string {
  const [first, last] = [sources[0]?.place ?? '', sources.at(-1)?.place ?? '']
  const [from, to] = [indexed.exec(first), indexed.exec(last)]
  if (first === last || !from || !to || from[1] !== to[1]) return first
  const chat = from[3] === undefined ? '' : ` of chat[${from[3] === to[3] ? from[3] : `${from[3]}-${to[3]}`}]`
  return `${from[1]}[${from[2]}-${to[2]}]${chat}`
}
