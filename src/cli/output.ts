import { fstatSync, writeSync } from 'node:fs'
import { printableJson } from '../core/text/columns.ts'
import { fileReason } from './input.ts'
import { UsageError } from './io.ts'

/** Returns data as JSON text without control characters, so it is safe to print. Parsing restores the data. */
export const asJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).split('\n').map(printableJson).join('\n')}\n`

/** Returns the error which says that the output failed. */
export const outputFailed = (error: unknown): UsageError =>
  new UsageError(`cannot write the output: ${fileReason(error)}`)

/**
 * Whether an output is a file or a device. Node's stream for these drops the rest of a text without an error if a full
 * disk accepts only part of it.
 */
export function isFileOrDevice(fd: number): boolean {
  try {
    const found = fstatSync(fd)
    return found.isFile() || found.isCharacterDevice()
  } catch {
    return false
  }
}

/** Writes all of a text to a file or device, or throws. */
export function writeFully(fd: number, text: string): void {
  const bytes = new TextEncoder().encode(text)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
  } catch (error) {
    throw outputFailed(error)
  }
}
