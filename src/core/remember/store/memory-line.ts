import type { Memory } from './memory-store.ts'

/** All characters that end a line. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Returns a memory as an entry of a text for a model: day, author and text, with continuation lines indented. */
export function memoryLine({ text, author, time }: Memory): string {
  const day = time === undefined || !isDate(time) ? '' : `[${new Date(time).toISOString().slice(0, 10)}] `
  const by = author === undefined ? '' : `${author.replace(lineEnds, ' ')}: `
  return `${day}${by}${text.trim().replace(lineEnds, '\n  ')}`
}

/** Whether a time in milliseconds since 1970 can be a JavaScript date. */
const isDate = (time: number): boolean => Math.abs(time) <= 8.64e15
