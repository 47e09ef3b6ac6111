import type { Memory } from './memory-store.ts'

/** Returns a memory as one entry of a text for a model: its day, its author, and its text with the further lines indented. */
export function memoryLine({ text, author, time }: Memory): string {
  const day = time === undefined || !isDate(time) ? '' : `[${new Date(time).toISOString().slice(0, 10)}] `
  const by = author === undefined ? '' : `${author}: `
  return `${day}${by}${text.trim().replaceAll('\n', '\n  ')}`
}

/** Whether milliseconds since 1970 are a date that JavaScript can write. */
const isDate = (time: number): boolean => Math.abs(time) <= 8.64e15
