import { type Fields, fieldsOf, jsonOfShape, listOfShape, textOfShape } from '../shape.ts'
import { isThinking, mergeTurns, type Placed, readTurns, type Turn } from './turn.ts'

/** Content before a thinking block in the first request that contained the block. */
export interface ThinkingOrigin {
  /** System text, tools and all earlier content as JSON, without thinking and cache marks. */
  readonly prefix: string
  /** Signature of the previous thinking block in the request; null if there was none. */
  readonly previous: string | null
  readonly text: string
}

/** Names of the blocks directly before and after a thinking block in its answer; an empty name if there is no block. */
export interface Neighbours {
  readonly before: string
  readonly after: string
}

/** Thinking blocks that a fake remembers from accepted requests. */
export interface ThinkingMemory {
  readonly origins: Map<string, ThinkingOrigin>
  /** Signatures of a response's thinking blocks, by the id of the response's first tool use. */
  readonly responses: Map<string, string>
  /** Neighbours of each thinking block, by its signature. */
  readonly neighbours: Map<string, Neighbours>
}

/** Creates a memory of the model's original answers. Each answer is the content of one message. */
export const createThinkingMemory = (answers: readonly unknown[] = []): ThinkingMemory => {
  const memory: ThinkingMemory = { origins: new Map(), responses: new Map(), neighbours: new Map() }
  for (const turn of readTurns(answers.map(content => ({ role: 'assistant', content }))))
    for (const { placed, ...made } of neighboursOf(turn)) {
      const isKnown = memory.neighbours.has(signatureOf(placed))
      // If a signature occurs twice, the neighbours of its thinking block are ambiguous, so none are recorded.
      memory.neighbours.set(signatureOf(placed), isKnown ? { before: '', after: '' } : made)
    }
  return memory
}

/** Returns the text that identifies a thinking block: its signature, or the data of a redacted block. */
export const signatureOf = ({ type, block }: Placed): string =>
  textOfShape(type === 'thinking' ? block.signature : block.data)

/** Returns the signatures of a turn's thinking blocks as one string, with the id of the turn's first tool use. */
export const signaturesOfTurn = (turn: Turn): { readonly id: string; readonly signatures: string } => {
  const use = turn.placed.find(placed => placed.type === 'tool_use')
  return {
    id: textOfShape(use?.block.id),
    signatures: turn.placed.filter(isThinking).map(signatureOf).join('\n'),
  }
}

/** Returns a name for a block, made of its type and id. A repair of the block's text does not change the name. */
export const blockName = (placed: Placed | undefined): string => {
  if (placed === undefined) return ''
  const { type, block } = placed
  return `${type} ${isThinking(placed) ? signatureOf(placed) : textOfShape(block.id ?? block.tool_use_id)}`
}

/** Whether a block cannot come from a model, so that the API rejects it: unsigned or malformed thinking, blank text. */
const isRejectedBlock = (placed: Placed): boolean =>
  isThinking(placed)
    ? signatureOf(placed) === '' || !textOfShape(placed.block.thinking).isWellFormed()
    : placed.type === 'text' && textOfShape(placed.block.text).trim() === ''

/**
 * Returns the thinking blocks of a turn, each with its neighbours. Blocks that the API rejects do not count as
 * neighbours.
 */
export const neighboursOf = (turn: Turn): readonly (Neighbours & { readonly placed: Placed })[] => {
  const placed = turn.placed.filter(block => !isRejectedBlock(block))
  return placed.flatMap((block, at) =>
    isThinking(block)
      ? [{ placed: block, before: blockName(placed[at - 1]), after: blockName(placed[at + 1]) }]
      : [],
  )
}

/**
 * Returns every thinking block of a request with the content before it, in the form that rule A25 compares. Source:
 * preserved-thinking/prefix-checks.
 */
export const thinkingOrigins = (
  request: Fields,
): readonly (ThinkingOrigin & { readonly placed: Placed })[] => {
  const found: (ThinkingOrigin & { placed: Placed })[] = []
  const seen: unknown[] = [
    withoutCacheMarks(systemBlocks(request.system)),
    withoutCacheMarks(listOfShape(request.tools)),
  ]
  let previous: string | null = null
  for (const turn of mergeTurns(readTurns(listOfShape(request.messages)))) {
    seen.push(turn.role)
    for (const placed of turn.placed) {
      if (!isThinking(placed)) {
        seen.push(withoutCacheMarks(placed.block))
        continue
      }
      found.push({ placed, prefix: jsonOfShape(seen), previous, text: textOfShape(placed.block.thinking) })
      previous = signatureOf(placed)
    }
  }
  return found
}

/** Adds the thinking blocks of an accepted request to the memory. */
export const rememberRequest = (memory: ThinkingMemory, request: unknown): void => {
  const fields = fieldsOf(request)
  for (const { placed, ...origin } of thinkingOrigins(fields)) {
    const signature = signatureOf(placed)
    if (!memory.origins.has(signature)) memory.origins.set(signature, origin)
  }
  for (const turn of mergeTurns(readTurns(listOfShape(fields.messages)))) {
    const { id, signatures } = signaturesOfTurn(turn)
    if (id !== '' && signatures !== '' && !memory.responses.has(id)) memory.responses.set(id, signatures)
    for (const { placed, ...made } of neighboursOf(turn))
      if (!memory.neighbours.has(signatureOf(placed))) memory.neighbours.set(signatureOf(placed), made)
  }
}

const systemBlocks = (system: unknown): unknown =>
  typeof system === 'string' ? [{ type: 'text', text: system }] : listOfShape(system)

const withoutCacheMarks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutCacheMarks)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'cache_control')
      .map(([key, inner]) => [key, withoutCacheMarks(inner)]),
  )
}
