import type { Memory } from './memory-store.ts'

/** Whatever ends a line. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Returns a memory as one entry of a text for a model: its day, its author, and its text with the further lines indented. */
export function memoryLine({ text, author, time }: Memory): string {
  const day = time === undefined || !isDate(time) ? '' : `[${new Date(time).toISOString().slice(0, 10)}] `
  const by = author === undefined ? '' : `${author.replace(lineEnds, ' ')}: `
  return `${day}${by}${text.trim().replace(lineEnds, '\n  ')}`
}

/** Whether milliseconds since 1970 are a date that JavaScript can write. */
const isDate = (time: number): boolean => Math.abs(time) <= 8.64e15
