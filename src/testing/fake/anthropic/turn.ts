import { type Fields, fieldsOf, isFields, listOfShape, textOfShape } from '../shape.ts'

/** Content block, with its position in the request. */
export interface Placed {
  readonly block: Fields
  readonly type: string
  /** Index of the message in `messages`; `index` is the index of the block in the message's `content`. */
  readonly message: number
  readonly index: number
  /** Path of the block as the API writes it in errors: `messages.1.content.0`. */
  readonly path: string
  readonly pointer: string
}

/** One message, or consecutive messages of one role that the API reads as one message. */
export interface Turn {
  readonly role: string
  readonly placed: readonly Placed[]
  /** Index of the turn's first message; `last` is the index of the turn's last message. */
  readonly first: number
  readonly last: number
}

const placeBlocks = (block: unknown, message: number, index: number, pointer: string): Placed => ({
  block: fieldsOf(block),
  type: textOfShape(fieldsOf(block).type),
  message,
  index,
  path: `messages.${message}.content.${index}`,
  pointer,
})

/** Reads each message as one turn. String content becomes one text block. */
export const readTurns = (messages: readonly unknown[]): readonly Turn[] =>
  messages.map((message, at) => {
    const { role, content } = fieldsOf(message)
    const placed =
      typeof content === 'string'
        ? [placeBlocks({ type: 'text', text: content }, at, 0, `/messages/${at}/content`)]
        : listOfShape(content).map((block, index) =>
            placeBlocks(block, at, index, `/messages/${at}/content/${index}`),
          )
    return {
      role: textOfShape(role),
      placed: placed.filter(item => isFields(item.block)),
      first: at,
      last: at,
    }
  })

/**
 * Joins neighbouring turns of one role, as the API does before all checks (rule A4). System messages remain separate.
 */
export const mergeTurns = (turns: readonly Turn[]): readonly Turn[] => {
  const runs: Turn[][] = []
  for (const turn of turns) {
    const run = runs.at(-1)
    if (run === undefined || run[0]?.role !== turn.role || turn.role === 'system') runs.push([turn])
    else run.push(turn)
  }
  return runs.map(run => ({
    role: run[0]?.role ?? '',
    placed: run.flatMap(turn => turn.placed),
    first: run[0]?.first ?? 0,
    last: run.at(-1)?.last ?? 0,
  }))
}

/** Whether a block is `thinking` or `redacted_thinking`. */
export const isThinking = (placed: Placed): boolean =>
  placed.type === 'thinking' || placed.type === 'redacted_thinking'

/** Whether a block type belongs to a tool that the provider runs: a call or a result. */
export const isServerTool = (type: string): boolean =>
  type === 'server_tool_use' ||
  type === 'mcp_tool_use' ||
  (type !== 'tool_result' && type.endsWith('_tool_result'))
