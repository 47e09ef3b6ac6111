import { type SystemText, schemaOrigin } from '../../agent/resolved.ts'

/** Returns an instruction as one text. */
const textOf = (system: readonly SystemText[]): string =>
  system
    .flatMap(({ parts }) => parts.filter(({ origin }) => origin !== schemaOrigin))
    .map(({ runs }) => runs.map(([text]) => text).join(''))
    .join('\n\n')

const whole = 'Your instructions have changed. From now on, only these instructions apply:'
const replaced = ['Your instructions have changed. Instead of this text:', 'this text applies from now on:']
const removed = 'Your instructions have changed. This text no longer applies:'
const added = 'Your instructions have changed. This text also applies from now on:'

/** Largest part of a new instruction that a description of its changes may have. */
const mostOfWhole = 0.5

/** Returns the text that tells a model how its instruction changed; null if the text of the instruction is the same. */
export function changedText(before: readonly SystemText[], now: readonly SystemText[]): string | null {
  const [old, fresh] = [textOf(before), textOf(now)]
  if (old === fresh) return null
  const [gone, come] = differentLines(old.split('\n'), fresh.split('\n'))
  const said = describeChange(gone, come)
  return said.length <= fresh.length * mostOfWhole ? said : `${whole}\n\n${fresh}`
}

function describeChange(gone: string, come: string): string {
  if (gone.trim() === '') return `${added}\n\n${come}`
  return come.trim() === ''
    ? `${removed}\n\n${gone}`
    : `${replaced[0]}\n\n${gone}\n\n${replaced[1]}\n\n${come}`
}

/** Returns the lines between the equal lines at the beginning and at the end of two texts. */
function differentLines(old: readonly string[], fresh: readonly string[]): readonly [string, string] {
  const shorter = Math.min(old.length, fresh.length)
  let start = 0
  while (start < shorter && old[start] === fresh[start]) start++
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const between = (lines: readonly string[]): string => lines.slice(start, lines.length - end).join('\n')
  return [between(old), between(fresh)]
}
