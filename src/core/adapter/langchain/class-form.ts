import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  type MessageContent,
  ToolMessage,
} from '@langchain/core/messages'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import { fileLost, fileMoved } from '../../diag/target.ts'
import { isCallBlock, readPiece } from '../../from/langchain/content.ts'
import type { FilePart } from '../../ir/file.ts'
import { isObject } from '../../ir/json.ts'
import { sentinel } from '../../vendor/gemini/write/wire.ts'
import { textOfPart } from '../plain-words.ts'
import type { Called } from './called.ts'
import { fileBlock } from './class-file.ts'
import { type ClassName, type ClassRow, classes, type Kind, type Takes } from './classes.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the name that the table of model classes uses for a content block: its type, plus its form if that type has
 * several forms.
 */
function blockTableName(block: Fields): string {
  const form = ['source_type', 'source', 'file'].find(key => key in block)
  const type = String(block.type)
  if (form === undefined) return type
  return `${type}@${form === 'source_type' ? '0' : form}`
}

const isIn = (takes: Takes, key: string): boolean =>
  'only' in takes ? takes.only.includes(key) : !takes.not.includes(key)

const isStandard = ({ response_metadata: metadata }: BaseMessage): boolean =>
  isObject(metadata) && metadata.output_version === 'v1'

function kindOf(message: BaseMessage): Kind | null {
  if (AIMessage.isInstance(message)) return 'ai'
  if (ToolMessage.isInstance(message)) return 'tool'
  return HumanMessage.isInstance(message) ? 'human' : null
}

const unknownMaker = { provider: '', model: undefined }
const isUri = (value: unknown): boolean =>
  typeof value === 'string' ? !value.startsWith('data:') : isObject(value) && isUri(value.url)

/** Converter of messages to the forms that a model class sends. It records the files that were moved or lost. */
export class ClassForm {
  readonly row: ClassRow
  private readonly moved: string[] = []
  private readonly lost: string[] = []

  private readonly vouches: boolean

  /** `vouches`: whether the model requires a signature on the first call of an answer. */
  constructor(name: ClassName, vouches = false) {
    this.row = classes[name]
    this.vouches = vouches
  }

  /** Whether the model class sends the whole message. */
  sendsWholeMessage(message: BaseMessage): boolean {
    const kind = kindOf(message)
    if (kind === null) return true
    const { content } = message
    const extra = isStandard(message) ? this.row.standard[kind] : []
    if (extra === null) return false
    const blocks = typeof content === 'string' ? [] : content.filter(isObject)
    if (!blocks.every(block => this.acceptsBlock(kind, block, extra))) return false
    if (kind === 'tool' && this.row.uniform === true && blocks.some(({ type }) => type !== 'text'))
      return blocks.every(({ type }) => String(type).startsWith('input_'))
    if (kind !== 'ai' || this.row.calls === 'listed' || isStandard(message)) return true
    return blocks.filter(isCallBlock).length >= ((message as AIMessage).tool_calls ?? []).length
  }

  private acceptsBlock(kind: Kind, block: Fields, extra: readonly string[]): boolean {
    const key = blockTableName(block)
    if (this.row.inlineUrls && key === 'image_url' && isUri(block.image_url)) return false
    if (!extra.includes(key)) return isIn(this.row.takes[kind], key)
    const isFile = 'data' in block || 'url' in block
    return !(isFile && this.row.needsMediaType && typeof block.mimeType !== 'string')
  }

  /**
   * Returns a message's block in a form that the model class sends. If the class accepts no files in a tool result,
   * they are added to `after`.
   */
  convertBlock(kind: Kind, block: Fields, at: string, after: FilePart[] = []): object[] {
    const input = kind === 'tool' && this.row.uniform === true
    if (!input && this.acceptsBlock(kind, block, [])) return [block]
    if (input && String(block.type).startsWith('input_')) return [block]
    const part = readPiece(block, unknownMaker)
    if (part === null || part.kind === 'reasoning' || part.kind === 'tool-call') return []
    const textBlocks = (text: string): object[] =>
      text.trim() === '' ? [] : [{ type: input ? 'input_text' : 'text', text }]
    if (part.kind !== 'file' || part.source.type === 'text')
      return textBlocks(textOfPart({ part, origin: at, seq: 0 }))
    const written = kind === 'ai' ? null : fileBlock(part, this.row.files)
    if (written === null) {
      this.lost.push(at)
      return textBlocks(textOfPart({ part, origin: at, seq: 0 }))
    }
    if (kind === 'human' || this.row.resultFiles === 'inside') return [written]
    after.push(part)
    this.moved.push(at)
    return textBlocks(`[file ${after.length} of the results, sent below]`)
  }

  /** Returns a message content with the answer's calls added, if the model class reads calls only from blocks. */
  withCalls(content: MessageContent, called: readonly Called[], thoughtless: boolean): MessageContent {
    if (this.row.calls === 'listed') return content
    const said =
      typeof content !== 'string' ? content : content === '' ? [] : [{ type: 'text', text: content }]
    const written = said.filter(isCallBlock).length
    const blocks = called.slice(written).map(({ call, sent }, index) => {
      const { seal, name } = call.part
      const own = !thoughtless && seal?.format === 'gemini' ? seal.value : undefined
      const signature = own ?? (this.vouches && written + index === 0 ? sentinel : undefined)
      return {
        type: 'functionCall',
        functionCall: { id: sent.id, name, args: sent.value },
        ...(signature !== undefined && { thoughtSignature: signature }),
      }
    })
    return [...said, ...blocks] as MessageContent
  }

  /** Returns the message that contains the files of tool results; an empty list without files. */
  filesAfter(after: readonly FilePart[]): BaseMessage[] {
    const content = after.flatMap(part => fileBlock(part, this.row.files) ?? [])
    return content.length === 0 ? [] : [new HumanMessage({ content } as never)]
  }

  /** Returns diagnostics about files that were moved or could not be sent. */
  fileDiagnostics(): readonly Diagnostic[] {
    return [
      ...(this.moved.length > 0 ? [fileMoved(this.moved)] : []),
      ...(this.lost.length > 0 ? [fileLost("the model's class does not accept it", this.lost)] : []),
    ]
  }
}
