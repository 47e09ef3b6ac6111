import { isObject } from '../ir/json.ts'
import type { Raw } from './read.ts'

/** Request fields that only Bedrock's Converse API has. */
const fields = ['modelId', 'inferenceConfig', 'toolConfig', 'additionalModelRequestFields']

/** Content types that only Converse writes as the key of a block, without a `type`. */
const kinds = ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint', 'guardContent', 'citationsContent']

const isBlock = (block: unknown): boolean =>
  isObject(block) && block.type === undefined && kinds.some(kind => isObject(block[kind]))

/** Whether a block is text in the form of Converse and Gemini: with `text`, but without `type`. */
const isBareText = (block: unknown): boolean =>
  isObject(block) && block.type === undefined && typeof block.text === 'string'

/**
 * Whether messages, with or without a request around them, are in the form of Bedrock's Converse API, which no importer
 * reads. The decision depends on the first block that only one of the APIs can have.
 */
export function isConverse(messages: readonly unknown[], request: Raw | undefined): boolean {
  const isRequest = request !== undefined && fields.some(field => request[field] !== undefined)
  for (const message of messages) {
    const content = isObject(message) ? message.content : undefined
    for (const block of Array.isArray(content) ? (content as unknown[]) : []) {
      if (isBlock(block) || (isRequest && isBareText(block))) return true
      if (!isBareText(block)) return false
    }
  }
  return false
}
