import { isObject } from '../../ir/json.ts'
import { object, type Raw, string } from '../read.ts'

/** A message in whatever form it came: what kind it is, and its fields. */
export interface LangChainMessage {
  /** `human`, `ai`, `system`, `tool`, `function`, `remove`; another where it is none of LangChain's. */
  readonly kind: string
  readonly fields: Raw
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['user', 'human'],
  ['assistant', 'ai'],
  ['developer', 'system'],
])

/** A type, a role or the name of a class as one of the kinds: `AIMessageChunk` is `ai`. */
function kindOf(name: string): string {
  const plain = name.replace(/Message(Chunk)?$/, '').toLowerCase()
  return kinds.get(plain) ?? plain
}

const className = (id: unknown): string => (Array.isArray(id) ? string(id.at(-1)) : '')

/** Messages of LangChain before 1.0 tell their type only when asked. */
function askedType(value: Raw): string {
  if (typeof value._getType !== 'function') return ''
  try {
    return string(value._getType())
  } catch {
    return ''
  }
}

/**
 * A message as LangChain takes it: an instance, `{ type, data }` (`toDict`), `{ lc, id, kwargs }` (`toJSON`), a role or
 * type with its content, a pair of both, or the words of a human alone.
 */
export function unwrap(value: unknown): LangChainMessage {
  if (typeof value === 'string') return { kind: 'human', fields: { content: value } }
  if (Array.isArray(value)) return { kind: kindOf(string(value[0])), fields: { content: value[1] } }
  const message = object(value)
  if (typeof message.lc === 'number' && isObject(message.kwargs))
    return named(string(message.kwargs.type) || className(message.id), message.kwargs)
  const type = string(message.type) || askedType(message)
  if (isObject(message.data)) return named(type, message.data)
  return named(type || string(message.role), message)
}

/** Fields whose content is under its own name: a message of version 1 is stored with `content_blocks` alone. */
function withContent(fields: Raw): Raw {
  if (fields.content !== undefined) return fields
  // An instance computes its blocks when asked, and throws where its calls are no list: only data is read.
  const own = Object.hasOwn(fields, 'contentBlocks') ? fields.contentBlocks : undefined
  const blocks = fields.content_blocks ?? own
  return Array.isArray(blocks) ? { ...fields, content: blocks } : fields
}

function named(type: string, given: Raw): LangChainMessage {
  const kind = kindOf(type)
  const fields = withContent(given)
  // A message of any role says in a field of its own which.
  return { kind: kind === 'generic' || kind === 'chat' ? kindOf(string(fields.role)) : kind, fields }
}

/** Whether a value is in a form that only LangChain has. */
export function isLangChain(value: unknown): boolean {
  if (!isObject(value)) return false
  if (typeof value.lc === 'number') return isObject(value.kwargs)
  const known = /^(human|ai|system|tool|function|chat|generic|remove|(human|ai|tool)messagechunk)$/i
  if (!known.test(string(value.type) || askedType(value))) return false
  return isObject(value.data) || 'content' in value || 'content_blocks' in value || value.type === 'remove'
}
