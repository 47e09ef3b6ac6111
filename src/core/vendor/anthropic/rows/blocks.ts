/**
 * Types of content blocks that ctxc reads; blocks of other types are kept unchanged. `own`: no other API has the type,
 * so the type identifies the format. The importer and the client's stream must have a row for each type, or they do not
 * compile.
 */
export const blockTypes = {
  text: { own: false },
  thinking: { own: true },
  redacted_thinking: { own: true },
  tool_use: { own: true },
  tool_result: { own: true },
  image: { own: true },
  document: { own: true },
  audio: { own: false },
  resource: { own: false },
} as const

/** Type of a content block that ctxc reads. */
export type BlockType = keyof typeof blockTypes

/** Whether a value is the type of a content block that ctxc reads. */
export const isBlockType = (type: unknown): type is BlockType =>
  typeof type === 'string' && Object.hasOwn(blockTypes, type)

/** Other block types that only this API has. Blocks of these types are kept unchanged. */
const kept: ReadonlySet<string> = new Set(['server_tool_use', 'container_upload', 'compaction'])

/** Whether only this API has a block type, so that the type identifies the format. */
export const isOwnBlock = (type: string): boolean =>
  isBlockType(type) ? blockTypes[type].own : kept.has(type) || type.endsWith('_tool_result')
