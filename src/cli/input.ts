import { isObject } from '../core/ir/json.ts'
import { reasonOf } from '../core/text/reason.ts'
import { type Io, UsageError } from './io.ts'

/** Returns the name of an input file for messages; `-` means standard input. */
export const inputName = (file: string): string => (file === '-' ? 'standard input' : `'${file}'`)

/** Reads the text of a file, or of standard input. */
export async function readInput(file: string, io: Io): Promise<string> {
  if (file === '-') return io.readInput()
  try {
    return await io.readFile(file)
  } catch (error) {
    throw new UsageError(`cannot read '${file}': ${fileReason(error)}`)
  }
}

/**
 * Rejects a second `-`, because standard input can be read only once. Keys of `inputs` are the argument names in the
 * command's help text.
 */
export function assertOneStandardInput(inputs: Readonly<Record<string, string | undefined>>): void {
  const names = Object.keys(inputs).filter(name => inputs[name] === '-')
  if (names.length > 1)
    throw new UsageError(
      `${names.join(' and ')} cannot both be standard input: it can be read only once`,
      'use - for only one of them, and a file for the other',
    )
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a directory, not a file',
  EACCES: 'permission denied',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
}

/** Returns a sentence that explains why a file could not be read. */
export function fileReason(error: unknown): string {
  const code = isObject(error) && typeof error.code === 'string' ? error.code : ''
  return reasons[code] ?? reasonOf(error)
}
