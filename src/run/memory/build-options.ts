import { suggestField } from '../../core/form/suggest.ts'
import { isObject } from '../../core/ir/json.ts'
import type { Plan } from '../../core/ir/plan.ts'
import { ChunkType } from './chunk.ts'
import type { Selection } from './select.ts'
import { assertTokenizer, type ModelTokenizer, type OwnTokenizer } from './tokenizer.ts'

/** Options of `build`. */
export interface ContextBuildOptions extends Selection {
  /** Upper bound on the tokens of all messages together. */
  readonly maxTokens?: number
  /**
   * Share of `maxTokens` that trimming leaves, from 0 to 1. Default: 1 without a plan, so that the newest
   * chunks fill the room, and 0.5 with one, so that the messages share a prefix for a while.
   */
  readonly low?: number
  /** Tokenizer to use in place of the builder's. */
  readonly tokenizer?: ModelTokenizer | OwnTokenizer
  /** Text that is placed first, unchanged. */
  readonly systemPrompt?: string
  /** Whether tags hold the id of their chunk; default: true. */
  readonly ids?: boolean
  /** Plan of the thread's last build (`result.compiled.plan`), so that the messages share a prefix with that build. */
  readonly plan?: Plan | null
}

type Check = (value: unknown, name: string) => void

const must =
  (wanted: string, isRight: (value: unknown) => boolean): Check =>
  (value, name) => {
    if (!isRight(value))
      throw new TypeError(
        `${name} must be ${wanted}, got ${typeof value === 'string' ? `'${value}'` : kindOf(value)}`,
      )
  }

const kindOf = (value: unknown): string =>
  typeof value === 'object' || typeof value === 'function'
    ? value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : typeof value
    : String(value)

export const aString = must('a string', value => typeof value === 'string')
const aBoolean = must('true or false', value => typeof value === 'boolean')
export const aCount = must(
  'a whole number from 0',
  value => Number.isSafeInteger(value) && (value as number) >= 0,
)

const listOf =
  (wanted: string, isRight: (value: unknown) => boolean): Check =>
  (value, name) => {
    must(`a list of ${wanted}`, Array.isArray)(value, name)
    for (const [index, item] of (value as unknown[]).entries())
      must(`one of the ${wanted}`, isRight)(item, `${name}[${index}]`)
  }

const checks: Readonly<Record<keyof ContextBuildOptions, Check>> = {
  maxTokens: aCount,
  low: must('a number from 0 to 1', value => typeof value === 'number' && value >= 0 && value <= 1),
  tokenizer: assertTokenizer,
  systemPrompt: aString,
  ids: aBoolean,
  // `build` reports and ignores an invalid plan.
  plan: () => {},
  includeSystem: aBoolean,
  includeEnvironment: aBoolean,
  excludeTypes: listOf(
    `types of chunks (${Object.keys(ChunkType).join(', ')})`,
    value => typeof value === 'string' && Object.hasOwn(ChunkType, value),
  ),
  includeOnlyChunkIds: listOf('ids of chunks, strings', value => typeof value === 'string'),
}

/** Throws a TypeError for an invalid option of `build`. */
export function assertBuildOptions(options: unknown): asserts options is ContextBuildOptions {
  if (!isObject(options)) throw new TypeError('the options of build must be an object')
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name))
      throw new TypeError(`build has no option '${name}': ${suggestField(name, Object.keys(checks))}`)
    if (value !== undefined) checks[name as keyof ContextBuildOptions](value, name)
  }
}
