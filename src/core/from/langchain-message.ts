import { isObject } from '../ir/json.ts'
import { objectOr, type Raw, stringOr } from './read.ts'

/** Kind and fields of a LangChain message, whatever its form. */
export interface LangChainMessage {
  /** `human`, `ai`, `system`, `tool`, `function` or `remove`; for an unknown kind, the input's name in lower case. */
  readonly kind: string
  readonly fields: Raw
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['user', 'human'],
  ['assistant', 'ai'],
  ['developer', 'system'],
])

/** Returns the kind of a message from its type, role or class name, such as `ai` for `AIMessageChunk`. */
function kindOf(name: string): string {
  const plain = name.replace(/Message(Chunk)?$/, '').toLowerCase()
  return kinds.get(plain) ?? plain
}

const className = (id: unknown): string => (Array.isArray(id) ? stringOr(id.at(-1)) : '')

/**
 * Returns the type of a class instance from a version before LangChain 1.0, where only a method returns the type; ''
 * for any other value.
 */
function instanceType(value: Raw): string {
  if (typeof value._getType !== 'function') return ''
  try {
    return stringOr(value._getType())
  } catch {
    return ''
  }
}

/**
 * Reads a message in any form that LangChain accepts: an instance, `{ type, data }` (`toDict`), `{ lc, id, kwargs }`
 * (`toJSON`), a role or type with content, a `[role, content]` pair, or a user's text as a string.
 */
export function unwrapMessage(value: unknown): LangChainMessage {
  if (typeof value === 'string') return { kind: 'human', fields: { content: value } }
  if (Array.isArray(value)) return { kind: kindOf(stringOr(value[0])), fields: { content: value[1] } }
  const message = objectOr(value)
  if (typeof message.lc === 'number' && isObject(message.kwargs))
    return toLangChainMessage(stringOr(message.kwargs.type) || className(message.id), message.kwargs)
  const type = stringOr(message.type) || instanceType(message)
  if (isObject(message.data)) return toLangChainMessage(type, message.data)
  return toLangChainMessage(type || stringOr(message.role), message)
}

/**
 * Returns a message's fields with `content`. A stored message of version 1 may have only `content_blocks`, which then
 * become the `content`.
 */
function withContent(fields: Raw): Raw {
  if (fields.content !== undefined) return fields
  // Only own properties are read, because the getter `contentBlocks` of an instance throws if the calls are not a list.
  const own = Object.hasOwn(fields, 'contentBlocks') ? fields.contentBlocks : undefined
  const blocks = fields.content_blocks ?? own
  return Array.isArray(blocks) ? { ...fields, content: blocks } : fields
}

function toLangChainMessage(type: string, given: Raw): LangChainMessage {
  const kind = kindOf(type)
  const fields = withContent(given)
  // The kind of a generic or chat message is in its `role` field.
  return { kind: kind === 'generic' || kind === 'chat' ? kindOf(stringOr(fields.role)) : kind, fields }
}

/** Whether a value has a form that only LangChain uses. */
export function isLangChain(value: unknown): boolean {
  if (!isObject(value)) return false
  if (typeof value.lc === 'number') return isObject(value.kwargs)
  const known = /^(human|ai|system|tool|function|chat|generic|remove|(human|ai|tool)messagechunk)$/i
  if (!known.test(stringOr(value.type) || instanceType(value))) return false
  return isObject(value.data) || 'content' in value || 'content_blocks' in value || value.type === 'remove'
}
