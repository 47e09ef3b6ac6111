import { type Fields, isAbsentOrNull, listOfShape, textOfShape } from '../../shape.ts'
import { isSignedCompaction } from './compaction-blocks.ts'

/** Returns the events of a streamed answer of the Messages API. */
export const claudeEvents = (body: Fields): readonly Fields[] => {
  const { content, stop_reason, stop_sequence, usage, ...message } = body
  const { iterations, ...counts } = usage as Fields
  return [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage: counts },
    },
    ...listOfShape(content).flatMap((block, index) => blockEvents(block as Fields, index)),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ]
}

const blockEvents = (block: Fields, index: number): readonly Fields[] => {
  const [start, ...deltas] = startAndDeltas(block)
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

/** Returns a block as it begins, and its deltas. A signed compaction comes whole, an unsigned one in one delta. */
const startAndDeltas = (block: Fields): readonly Fields[] => {
  const { type, text, thinking, signature, input } = block
  if (type === 'text')
    return [
      { ...block, text: '' },
      { type: 'text_delta', text },
    ]
  if (type === 'thinking')
    return [
      { ...block, thinking: '', signature: '' },
      ...(textOfShape(thinking) === '' ? [] : [{ type: 'thinking_delta', thinking }]),
      { type: 'signature_delta', signature },
    ]
  if (!isAbsentOrNull(input))
    return [
      { ...block, input: {} },
      { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    ]
  if (type === 'compaction' && !isSignedCompaction(block)) {
    const { content = null, encrypted_content: sealed = null } = block
    return [
      { ...block, content: null },
      { type: 'compaction_delta', content, encrypted_content: sealed },
    ]
  }
  return [block]
}
