/** One thing that a request says, whatever the target: what must be the same on all of them. */
export type Said =
  | { readonly system: string }
  | { readonly user: string }
  | { readonly model: string }
  | { readonly call: string; readonly id: string; readonly arguments: unknown }
  | { readonly result: string; readonly id: string }

type Fields = Readonly<Record<string, unknown>>

const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value : [])

/** A content field as its texts. */
const texts = (content: unknown): readonly string[] =>
  typeof content === 'string'
    ? [content]
    : list(content).map(part => String(part.text ?? `[${String(part.type)}]`))

function saidBy(role: unknown, text: string): Said {
  if (role === 'user') return { user: text }
  return role === 'assistant' ? { model: text } : { system: text }
}

function readChat(message: Fields): readonly Said[] {
  if (message.role === 'tool')
    return [{ result: texts(message.content).join(''), id: String(message.tool_call_id) }]
  const calls = list(message.tool_calls).map(call => {
    const called = call.function as Fields
    return {
      call: String(called.name),
      id: String(call.id),
      arguments: JSON.parse(String(called.arguments)) as unknown,
    }
  })
  return [...texts(message.content).map(text => saidBy(message.role, text)), ...calls]
}

function readItem(item: Fields): readonly Said[] {
  if (item.type === 'function_call') {
    const written = JSON.parse(String(item.arguments)) as unknown
    return [{ call: String(item.name), id: String(item.call_id), arguments: written }]
  }
  if (item.type === 'function_call_output')
    return [{ result: texts(item.output).join(''), id: String(item.call_id) }]
  return texts(item.content).map(text => saidBy(item.role, text))
}

function readBlocks(message: Fields): readonly Said[] {
  return list(message.content).map(block => {
    if (block.type === 'tool_use')
      return { call: String(block.name), id: String(block.id), arguments: block.input }
    if (block.type === 'tool_result')
      return { result: texts(block.content).join(''), id: String(block.tool_use_id) }
    return saidBy(message.role, String(block.text ?? `[${String(block.type)}]`))
  })
}

function readParts(content: Fields): readonly Said[] {
  return list(content.parts).map(part => {
    const [call, result] = [part.functionCall, part.functionResponse] as (Fields | undefined)[]
    if (call) return { call: String(call.name), id: String(call.id ?? ''), arguments: call.args }
    if (!result) return saidBy(content.role === 'model' ? 'assistant' : content.role, String(part.text))
    const { output, error } = result.response as Fields
    const words = output ?? error ?? JSON.stringify(result.response)
    return { result: String(words), id: String(result.id ?? '') }
  })
}

function readModelMessage(message: Fields): readonly Said[] {
  if (typeof message.content === 'string') return [saidBy(message.role, message.content)]
  return list(message.content).map(part => {
    if (part.type === 'tool-call')
      return { call: String(part.toolName), id: String(part.toolCallId), arguments: part.input }
    if (part.type !== 'tool-result')
      return saidBy(message.role, String(part.text ?? `[${String(part.type)}]`))
    const { value } = part.output as Fields
    const words =
      typeof value === 'string' || Array.isArray(value) ? texts(value).join('') : JSON.stringify(value)
    return { result: words, id: String(part.toolCallId) }
  })
}

const messagesBy =
  (read: (message: Fields) => readonly Said[]) =>
  ({ messages }: Fields): readonly Said[] =>
    list(messages).flatMap(read)

export const chat = messagesBy(readChat)
export const anthropic = messagesBy(readBlocks)
export const aiSdk = messagesBy(readModelMessage)
export const responses = ({ input }: Fields): readonly Said[] => list(input).flatMap(readItem)
export const gemini = ({ contents }: Fields): readonly Said[] => list(contents).flatMap(readParts)
