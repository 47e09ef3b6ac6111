import { listOr, objectOr } from '../../core/from/read.ts'
import type { ResultContent } from '../../core/ir/result.ts'
import { dataContent, readMcpBlock } from './read-block.ts'
import { fileNotesByBase64, isContainedIn, replaceFileBytes } from './said-twice.ts'

/** Result of a tool call, as parts. */
export interface McpResult {
  readonly content: readonly ResultContent[]
  readonly isError: boolean
}

/** Reads the result of a tool call. Content of an unknown form is kept as data, and repeated content only once. */
export function readMcpResult(result: unknown): McpResult {
  const { content, structuredContent, isError, toolResult } = objectOr(result)
  const blocks = listOr(content).map(readMcpBlock)
  const structured = structuredContent ?? toolResult
  const files = fileNotesByBase64(blocks)
  const parts = blocks.map(part => replaceFileBytes(part, files))
  const all =
    structured === undefined || isContainedIn(blocks, structured)
      ? parts
      : [...parts, replaceFileBytes(dataContent(structured), files)]
  const isRead = Array.isArray(content) || structured !== undefined
  return { content: isRead ? all : [dataContent(result)], isError: isError === true }
}
