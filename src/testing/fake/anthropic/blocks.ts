import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { checkMedia } from './media.ts'
import { isServerTool, type Placed, type Turn } from './turn.ts'

/**
 * Content block types, with the roles and fields that each type allows. Source: @anthropic-ai/sdk 1.12.0
 * `BetaContentBlockParam`.
 */
const fieldsByType: { readonly [type: string]: { readonly roles: string; readonly fields?: string } } = {
  text: { roles: 'user assistant system', fields: 'text cache_control citations' },
  image: { roles: 'user', fields: 'source cache_control' },
  document: { roles: 'user', fields: 'source cache_control citations context title' },
  search_result: { roles: 'user' },
  container_upload: { roles: 'user' },
  tool_result: { roles: 'user', fields: 'tool_use_id content is_error cache_control' },
  tool_use: { roles: 'assistant', fields: 'id name input cache_control caller' },
  thinking: { roles: 'assistant', fields: 'thinking signature' },
  redacted_thinking: { roles: 'assistant', fields: 'data' },
  compaction: { roles: 'user assistant' },
  tool_addition: { roles: 'user system' },
  tool_removal: { roles: 'user system' },
}

/** Checks the shape of every content block (rules A5, A7, A8, A20), and the block types that each role may have. */
export const checkBlocks = ({ turns, report }: Check): void => {
  turns.forEach((turn, at) => {
    checkText(turn, at === turns.length - 1, report)
    for (const placed of turn.placed) checkBlock(placed, turn.role, report)
  })
}

const checkText = (turn: Turn, isLast: boolean, report: Check['report']): void => {
  const optional = isLast && turn.role === 'assistant'
  const texts = turn.placed.filter(placed => placed.type === 'text')
  const pointer = `/messages/${turn.first}/content`
  const only = turn.placed[0]
  if (turn.placed.length === 0 || (only?.pointer === pointer && only.block.text === '')) {
    if (optional || turn.role === 'system') return
    const text = 'all messages must have non-empty content except for the optional final assistant message'
    report('A5', pointer, `messages.${turn.first}: ${text}`)
    return
  }
  for (const { block, path, pointer: where } of texts) {
    if (block.text !== '') continue
    if (!isAbsentOrNull(block.cache_control)) {
      report('A5', where, `${path}.text: cache_control cannot be set for empty text blocks`)
    } else report('A5', where, 'messages: text content blocks must be non-empty')
  }
  // The API rejects blank text only if the message has no other visible text, as measured in LibreChat-AI/agents#124.
  const blank = texts.every(({ block }) => textOfShape(block.text).trim() === '')
  const whitespace = texts.find(({ block }) => textOfShape(block.text) !== '')
  if (blank && whitespace !== undefined) {
    report('A5', whitespace.pointer, 'messages: text content blocks must contain non-whitespace text')
  }
}

/** Whether the API knows a block's type; reports an unknown type. */
const checkType = ({ type, path, pointer }: Placed, report: Check['report']): boolean => {
  const isKnown = Object.hasOwn(fieldsByType, type) || isServerTool(type) || unlisted.has(type)
  if (isKnown) return true
  const tags = Object.keys(fieldsByType)
    .map(tag => `'${tag}'`)
    .join(', ')
  const text = `Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags}`
  report('shape', pointer, type === '' ? `${path}.type: Field required` : `${path}: ${text}`)
  return false
}

/** Block types that occur in responses, but that the API's error for an unknown type does not list. */
const unlisted = new Set(['mcp_tool_listing', 'fallback'])

const reportRole = ({ type, pointer, message }: Placed, allowed: string, report: Check['report']): void => {
  const roles = allowed.split(' ').map(name => `\`${name}\``)
  const text = `\`${type}\` blocks can only be in ${roles.join(' or ')} messages`
  report('shape', pointer, `messages.${message}: ${text}`)
}

const checkBlock = (placed: Placed, role: string, report: Check['report']): void => {
  const { type } = placed
  if (!checkType(placed, report)) return
  const spec = Object.hasOwn(fieldsByType, type) ? fieldsByType[type] : undefined
  if (spec !== undefined && !spec.roles.includes(role)) reportRole(placed, spec.roles, report)
  if (isServerTool(type) && role !== 'assistant') reportRole(placed, 'assistant', report)
  if (spec?.fields !== undefined) checkFields(placed, spec.fields.split(' '), report)
  checkByType.get(type)?.(placed, report)
}

type BlockCheck = (placed: Placed, report: Check['report']) => void

const checkSource: BlockCheck = ({ block, type, path, pointer }, report) =>
  checkMedia(block, `${path}.${type}`, pointer, report)

const checkThinkingBlock: BlockCheck = (placed, report) => {
  const { block, path, pointer } = placed
  checkRequiredField(placed, { name: 'thinking', rule: 'A8' }, report)
  checkRequiredField(placed, { name: 'signature', rule: 'A8' }, report)
  if (block.signature === '') report('A8', pointer, `${path}: Invalid \`signature\` in \`thinking\` block`)
}

const checkRedactedThinking: BlockCheck = (placed, report) => {
  const { block, path, pointer } = placed
  checkRequiredField(placed, { name: 'data', rule: 'A8' }, report)
  if (block.data === '') report('A8', pointer, `${path}: Invalid \`data\` in \`redacted_thinking\` block`)
}

const checkCompaction: BlockCheck = ({ block: { content }, path, pointer }, report) => {
  if (!isAbsentOrNull(content) && typeof content !== 'string') {
    report('A20', pointer, `${path}.compaction.content: Input should be a valid string`)
  } else if (content === '') {
    report('A20', pointer, `${path}.compaction.content: String should have at least 1 character`)
  }
}

/** Required field of a block: a string, or an object if `isDictionary` is set. */
interface Required {
  readonly name: string
  readonly isDictionary?: boolean
  readonly rule?: string
}

const checkRequiredField = (
  { block, type, path, pointer }: Placed,
  { name, isDictionary = false, rule = 'shape' }: Required,
  report: Check['report'],
): void => {
  const value = block[name]
  const where = `${path}.${type}.${name}`
  const isValid = isDictionary ? isFields(value) : typeof value === 'string'
  if (value === undefined) report(rule, pointer, `${where}: Field required`)
  else if (!isValid)
    report(rule, pointer, `${where}: Input should be a valid ${isDictionary ? 'dictionary' : 'string'}`)
}

const checkFields = (
  { block, type, path, pointer }: Placed,
  names: readonly string[],
  report: Check['report'],
): void => {
  for (const name of Object.keys(block)) {
    if (name === 'type' || names.includes(name)) continue
    report('shape', `${pointer}/${name}`, `${path}.${type}.${name}: Extra inputs are not permitted`)
  }
}

const idPattern = /^[a-zA-Z0-9_-]+$/

const checkToolUse = (placed: Placed, report: Check['report']): void => {
  const { block, path, pointer } = placed
  checkRequiredField(placed, { name: 'id' }, report)
  if (typeof block.id === 'string' && !idPattern.test(block.id)) {
    report('tool-id', pointer, `${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
  }
  checkRequiredField(placed, { name: 'name' }, report)
  const { name } = block
  if (typeof name === 'string' && name === '') {
    report('tool-name', pointer, `${path}.tool_use.name: String should have at least 1 character`)
  } else if (typeof name === 'string' && name.length > 200) {
    report('tool-name', pointer, `${path}.tool_use.name: String should have at most 200 characters`)
  }
  checkRequiredField(placed, { name: 'input', isDictionary: true, rule: 'A7' }, report)
}

/** Checks that a tool result that is an error has text. Source: recorded rejections, see test/wire/anthropic. */
const checkError = ({ block: { content }, path, pointer }: Placed, report: Check['report']): void => {
  const where = `${path}.tool_result`
  if (isAbsentOrNull(content) || content === '' || (Array.isArray(content) && content.length === 0)) {
    report('A29', pointer, `${where}: content cannot be empty if \`is_error\` is true`)
  } else if (listOfShape(content).some(inner => fieldsOf(inner).type !== 'text')) {
    report('A29', pointer, `${where}: all content must be type \`text\` if \`is_error\` is true`)
  }
}

const resultTypes = new Set(['text', 'image', 'document', 'search_result', 'tool_reference'])

const checkToolResult = (placed: Placed, report: Check['report']): void => {
  const { block, path, pointer } = placed
  const { content } = block
  checkRequiredField(placed, { name: 'tool_use_id' }, report)
  if (typeof block.tool_use_id === 'string' && !idPattern.test(block.tool_use_id)) {
    report(
      'tool-id',
      pointer,
      `${path}.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
    )
  }
  if (!isAbsentOrNull(block.is_error) && typeof block.is_error !== 'boolean') {
    report('shape', pointer, `${path}.tool_result.is_error: Input should be a valid boolean`)
  }
  if (!isAbsentOrNull(content) && typeof content !== 'string' && !Array.isArray(content)) {
    report('shape', pointer, `${path}.tool_result.content: Input should be a valid list`)
  }
  if (block.is_error === true) checkError(placed, report)
  listOfShape(content).forEach((inner, index) => {
    const nested: Fields = fieldsOf(inner)
    const type = textOfShape(nested.type)
    const where = `${path}.tool_result.content.${index}`
    const at = `${pointer}/content/${index}`
    if (!resultTypes.has(type)) {
      const text = `Input tag '${type}' found using 'type' does not match any of the expected tags`
      report('shape', at, `${where}: ${text}: ${[...resultTypes].map(tag => `'${tag}'`).join(', ')}`)
    } else if (type === 'text' && typeof nested.text !== 'string') {
      report('shape', at, `${where}.text.text: Field required`)
    } else if (type === 'text' && nested.text === '') {
      report('A5', at, 'messages: text content blocks must be non-empty')
    } else if (type === 'image' || type === 'document') checkMedia(nested, `${where}.${type}`, at, report)
  })
}

const checkByType: ReadonlyMap<string, BlockCheck> = new Map([
  ['text', (placed, report) => checkRequiredField(placed, { name: 'text' }, report)],
  ['tool_use', checkToolUse],
  ['tool_result', checkToolResult],
  ['image', checkSource],
  ['document', checkSource],
  ['thinking', checkThinkingBlock],
  ['redacted_thinking', checkRedactedThinking],
  ['compaction', checkCompaction],
])
