/**
 * Types of content blocks that ctxc reads; any other is kept unchanged. `own`: only messages of this API have it, so that
 * it shows their format. The importer and the client's stream have a row for each: a new type is an error in both.
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

/** Types of blocks that are kept unchanged, and show the format of their message. */
const kept: ReadonlySet<string> = new Set(['server_tool_use', 'container_upload', 'compaction'])

/** Whether only messages of this API have a block of a type. */
export const isOwnBlock = (type: string): boolean =>
  isBlockType(type) ? blockTypes[type].own : kept.has(type) || type.endsWith('_tool_result')
