import { isObject } from '../../ir/json.ts'
import { parseList } from '../../text/json.ts'

/** A memory as it is stored in the output of an effect. */
export interface StoredMemory {
  readonly id: string
  readonly text: string
  readonly score: number
  readonly author?: string
  readonly session?: string
  readonly time?: number
}

const isAbsentOrType = (value: unknown, type: 'string' | 'number'): boolean =>
  value === undefined || typeof value === type

const isMemory = (value: unknown): value is StoredMemory =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.text === 'string' &&
  typeof value.score === 'number' &&
  isAbsentOrType(value.author, 'string') &&
  isAbsentOrType(value.session, 'string') &&
  isAbsentOrType(value.time, 'number')

/** Reads memories from the output of a search for memories; null if the text is not a list of memories. */
export const readStoredMemories = (output: string): readonly StoredMemory[] | null =>
  parseList(output, isMemory)
