import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../../shape.ts'
import { digestOf, stableJSON } from '../canonical.ts'
import type { Found } from '../judgement.ts'
import type { BindingSettings } from '../options.ts'
import { createPrefix, type Prefix } from '../prefix.ts'
import { decodeSeal, type FakeSeal } from '../seal.ts'
import { digestCompaction, isCompaction, isSignedCompaction } from './compaction-blocks.ts'
import { blocksOf, canonicalBlockText, digestSystemAndTools, referencedTools } from './text.ts'

/** Reader that walks through a conversation in the order in which the vendor checks it. */
export interface Walk {
  readonly prefix: Prefix
  /** Reads one message; `i` is its index. */
  readonly message: (message: unknown, i: number) => void
  /** Reads the content of the model's answer, and returns the content with signatures. */
  readonly answer: (content: readonly Fields[]) => readonly Fields[]
  /** Returns the role of the message that was read last. */
  readonly role: () => string
}

/** Functions that the reader calls for each block. */
export interface Met {
  /** Judges a thinking block of the request, before the reader adds it to the prefix. */
  readonly thinking: (found: Found, prefix: Prefix) => void
  /** Returns a block of the answer with its signature. */
  readonly made: (block: Fields, prefix: Prefix) => Fields
}

/** Whether a block is `thinking` or `redacted_thinking`. */
export const isThinking = (block: unknown): boolean =>
  ['thinking', 'redacted_thinking'].includes(textOfShape(fieldsOf(block).type))

/** Returns the digest of a block's signed content. */
export const digestOfSignedContent = (block: Fields): string => {
  if (isCompaction(block)) return digestCompaction(block)
  const { signature, cache_control, ...rest } = block
  const { data, ...redacted } = rest
  return digestOf(stableJSON(block.type === 'redacted_thinking' ? redacted : rest, true))
}

/** Returns the field of a block that contains the signature. */
const signatureFieldOf = (block: Fields): unknown =>
  block.type === 'redacted_thinking' ? block.data : block.signature

/** Creates a reader for the conversation of a request. */
export const createConversationReader = (request: Fields, settings: BindingSettings, met: Met): Walk => {
  const { applies, key } = settings
  const header = digestSystemAndTools(request, settings)
  const prefix = createPrefix(header, applies)
  const messages = listOfShape(request.messages).map(fieldsOf)
  const from = applies('threshold') ? newestThreshold(messages) : ''
  let isIgnored = from !== ''
  let summarized: string | null = null
  let role = ''
  let open = ''

  const compaction = (block: Fields, path: string): void => {
    if (isAbsentOrNull(block.content)) {
      if (!applies('no-op')) prefix.add(path, canonicalBlockText(block, settings))
      return
    }
    const seal = isSignedCompaction(block) ? decodeSeal(block.signature, 'compaction', key) : null
    const id = digestOf(
      isSignedCompaction(block) ? textOfShape(block.signature) : canonicalBlockText(block, settings),
    )
    if (isSignedCompaction(block) || applies('threshold'))
      prefix.restart(id, seal === null ? null : stateAfterCompacted(seal, settings))
    else prefix.add(path, canonicalBlockText(block, settings))
    if (seal === null) return
    if (applies('carry-header') && stableJSON(seal.header, true) !== stableJSON(header, true)) prefix.cut()
    summarized = seal.role
  }

  /** Makes thinking before a compaction invalid if the next message's role may not follow the summarized messages. */
  const checkFirstKeptMessage = (): void => {
    if (summarized !== null && applies('carry-role') && [summarized, 'system'].includes(role)) prefix.cut()
    summarized = null
  }

  const message = (value: unknown, i: number, isAnswer: boolean): readonly unknown[] => {
    const { content, ...fields } = fieldsOf(value)
    role = textOfShape(fields.role)
    if (role === 'system' && !applies('system-messages')) return []
    const blocks = blocksOf(content, settings)
    let isOpen = !applies('boundaries') && open === role && role !== 'system'
    const addMessageBoundary = (): void => {
      if (isOpen || isIgnored) return
      if (applies('messages')) prefix.add(`messages.${i}`, canonicalBlockText(fields, settings))
      isOpen = true
      open = role
    }
    if (blocks.length === 0) addMessageBoundary()
    return blocks.map((raw, j) => {
      const path = `messages.${i}.content.${j}`
      if (path === from) isIgnored = false
      if (isIgnored) return raw
      const block = isAnswer ? met.made(fieldsOf(raw), prefix) : raw
      if (isFields(block) && isCompaction(block)) {
        compaction(block, path)
        return block
      }
      checkFirstKeptMessage()
      if (isFields(block) && isThinking(block)) {
        const seal = decodeSeal(signatureFieldOf(block), 'reasoning', key)
        if (!isAnswer) met.thinking({ path, id: '', content: digestOfSignedContent(block), seal }, prefix)
        prefix.pass(digestOf(textOfShape(signatureFieldOf(block))))
        if (applies('aside')) return block
      }
      addMessageBoundary()
      if (applies('messages'))
        prefix.add(path, canonicalBlockText(block, settings) + referencedTools(block, request, settings))
      return block
    })
  }

  return {
    prefix,
    message: (value, i) => {
      message(value, i, false)
    },
    answer: content => message({ role: 'assistant', content }, messages.length, true).map(fieldsOf),
    role: () => role,
  }
}

/**
 * Returns the path of the newest compaction block that a token threshold caused. The API ignores all content before it.
 */
const newestThreshold = (messages: readonly Fields[]): string => {
  const paths = messages.flatMap(({ content }, i) =>
    listOfShape(content).flatMap((block, j) =>
      isCompaction(block) && !isSignedCompaction(block) && !isAbsentOrNull(fieldsOf(block).content)
        ? [`messages.${i}.content.${j}`]
        : [],
    ),
  )
  return paths.at(-1) ?? ''
}

/** Returns the state after the messages that a signed compaction replaced; null if no earlier thinking stays valid. */
const stateAfterCompacted = (
  seal: FakeSeal,
  { applies }: BindingSettings,
): { readonly chain: string; readonly kept: readonly string[] } | null =>
  applies('carry') && (seal.bound || !applies('carry-model')) ? { chain: seal.chain, kept: seal.kept } : null
