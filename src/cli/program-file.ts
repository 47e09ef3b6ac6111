import { isObject } from '../core/ir/json.ts'
import { isGroup, type Member } from '../core/program/member.ts'
import { formatCount } from '../core/text/number.ts'
import { parseProgram } from './data/parse-program.ts'
import { looksDeclared } from './exported.ts'
import { UsageError } from './io.ts'

/** Names of fields that a conversation or a message has, but no program. */
const ofConversations = [
  'messages',
  'input',
  'contents',
  'prompt',
  'conversations',
  'events',
  'role',
  'author',
  'content',
  'parts',
]

/**
 * Whether a JSON value is a program rather than a conversation. A list never is; an object with only a name always is.
 */
export const isProgramData = (json: unknown): boolean =>
  isObject(json) &&
  ofConversations.every(field => json[field] === undefined) &&
  (typeof json.kind === 'string' ||
    (typeof json.name === 'string' &&
      (looksDeclared(json) || json.$schema !== undefined || Object.keys(json).length === 1)))

/** Whether a JSON value is certainly a program, not another file with a name and a description (`package.json`). */
export const isSurelyProgram = (json: unknown): boolean =>
  isProgramData(json) &&
  isObject(json) &&
  (isGroup(json as never) ||
    ['instruction', 'globalInstruction', 'staticInstruction', 'subAgents'].some(
      field => json[field] !== undefined,
    ) ||
    (typeof json.$schema === 'string' && json.$schema.endsWith('program.json')))

/** Returns the program that a JSON value describes. Errors show `name`, the file's name. */
export function programOf(json: unknown, name: string): Member {
  if (!isProgramData(json))
    throw new UsageError(
      `${name} is not a program`,
      'give a module that exports an agent or a pipeline (.ts, .js, .mts, .mjs, .cts, .cjs), or a program as JSON; for a conversation, use ctxc compile',
    )
  const { program, diagnostics } = parseProgram(json)
  if (program !== null) return program
  throw new UsageError(
    `${name} is not a valid program: ${formatCount(diagnostics.length, 'mistake')}`,
    'ctxc/schema/program.json describes programs; ctxc explain CODE explains a mistake',
    diagnostics,
  )
}
