import { fstatSync, writeSync } from 'node:fs'
import { printableJson } from '../core/text/columns.ts'
import { fileReason } from './input.ts'
import { UsageError } from './io.ts'

/** Returns data as JSON that is safe to print, because it has no control sequences. Parsing it restores the data. */
export const asJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).split('\n').map(printableJson).join('\n')}\n`

/** Returns the error for a failed output. */
export const outputFailed = (error: unknown): UsageError =>
  new UsageError(`cannot write the output: ${fileReason(error)}`)

/**
 * Whether an output is a file or a device. If a full disk accepts only part of a text, Node's stream for such outputs
 * drops the rest without an error.
 */
export function isFileOrDevice(fd: number): boolean {
  try {
    const found = fstatSync(fd)
    return found.isFile() || found.isCharacterDevice()
  } catch {
    return false
  }
}

/** Writes all of a text, or throws. */
export function writeFully(fd: number, text: string): void {
  const bytes = new TextEncoder().encode(text)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
  } catch (error) {
    throw outputFailed(error)
  }
}
