import { describe } from '../../core/form/describe.ts'
import { suggest } from '../../core/form/suggest.ts'
import { ChunkType, RetentionStrategy, WorkingFlowSubType } from './chunk.ts'

type Check = (value: unknown, name: string) => void

/** Returns a check for one of some words; its error suggests the word that was meant. */
const oneOf =
  (words: Readonly<Record<string, string>>): Check =>
  (value, name) => {
    if (typeof value === 'string' && Object.hasOwn(words, value)) return
    const known = Object.keys(words)
    const help = typeof value === 'string' ? suggest(value, known) : ''
    throw new TypeError(
      `${name} must be one of ${known.join(', ')}, got ${describe(value)}${help && `: ${help}`}`,
    )
  }

const aNumber: Check = (value, name) => {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new TypeError(`${name} must be a number, got ${describe(value)}`)
}

const aBoolean: Check = (value, name) => {
  if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false, got ${describe(value)}`)
}

/** Checks of the fields of a chunk or child; an omitted field gets the default of the chunk's type. */
const fields: Readonly<Record<string, Check>> = {
  subType: oneOf(WorkingFlowSubType),
  retentionStrategy: oneOf(RetentionStrategy),
  priority: aNumber,
  mutable: aBoolean,
}

function assertFields(value: Readonly<Record<string, unknown>>, whose: string): void {
  for (const [field, check] of Object.entries(fields))
    if (value[field] !== undefined) check(value[field], `${field} of ${whose}`)
}

/** Throws a TypeError for an invalid chunk; an unknown retention class would otherwise get its type's default. */
export function assertChunk(input: unknown): void {
  const chunk = (input ?? {}) as Readonly<Record<string, unknown>>
  const { type, id, children = [] } = chunk
  oneOf(ChunkType)(type, "a chunk's type")
  if (typeof id !== 'string' || id === '') throw new TypeError('a chunk has an id of its own')
  assertFields(chunk, `chunk '${id}'`)
  if (!Array.isArray(children) || children.some(child => typeof child?.id !== 'string'))
    throw new TypeError(`the children of chunk '${id}' are a list, each with an id of its own`)
  for (const child of children) assertFields(child, `child '${child.id}' of chunk '${id}'`)
}
