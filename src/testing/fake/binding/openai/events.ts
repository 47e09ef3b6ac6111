import { type Fields, fieldsOf, listOfShape } from '../../shape.ts'

/** Returns the events of a streamed answer of the Responses API. */
export const gptEvents = (body: Fields): readonly Fields[] => {
  const begun = { ...body, status: 'in_progress', output: [], usage: null }
  const events: readonly Fields[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...listOfShape(body.output).flatMap((item, at) => itemEvents(item as Fields, at)),
    { type: 'response.completed', response: body },
  ]
  return events.map((event, sequence_number) => ({ ...event, sequence_number }))
}

const itemEvents = (item: Fields, output_index: number): readonly Fields[] => {
  const at = { item_id: item.id, output_index }
  return [
    { type: 'response.output_item.added', output_index, item: asBegun(item) },
    ...middleEvents(item, at),
    { type: 'response.output_item.done', output_index, item },
  ]
}

/** Returns an item as it begins. Its sealed content is not complete before its last event. */
const asBegun = (item: Fields): Fields => {
  const { type } = item
  if (type === 'message') return { ...item, status: 'in_progress', content: [] }
  if (type === 'function_call') return { ...item, status: 'in_progress', arguments: '' }
  return type === 'reasoning' || type === 'compaction' ? { ...item, encrypted_content: '' } : item
}

/** Returns the events between the first and the last event of an item. */
const middleEvents = (item: Fields, at: Fields): readonly Fields[] => {
  const { type, arguments: given } = item
  // The event says that a summary is being made; it has no text.
  if (type === 'compaction') return [{ type: 'response.compaction.compacting', ...at }]
  if (type === 'function_call')
    return [
      { type: 'response.function_call_arguments.delta', ...at, delta: given },
      { type: 'response.function_call_arguments.done', ...at, arguments: given },
    ]
  if (type !== 'message') return []
  return listOfShape(item.content).flatMap((raw, content_index) => {
    const part = fieldsOf(raw)
    const place = { ...at, content_index }
    return [
      { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
      { type: 'response.output_text.delta', ...place, delta: part.text, logprobs: [] },
      { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
      { type: 'response.content_part.done', ...place, part },
    ]
  })
}
