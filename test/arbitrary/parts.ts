import type { FilePart } from '../../src/core/ir/file.ts'
import type { Part } from '../../src/core/ir/part.ts'
import type { ResultContent } from '../../src/core/ir/result.ts'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import type { Seal } from '../../src/core/ir/text.ts'
import { models } from './options.ts'
import type { AnswerPiece, GeneratedContent } from './run.ts'

const formats = (Object.keys(models) as TargetName[]).filter(name => name !== 'text')

const payloads: readonly { readonly type: string; readonly [key: string]: string | null }[] = [
  { type: 'hologram', data: 'x' },
  { type: 'compaction', content: 'So far: nothing.', encrypted_content: 'AAAA' },
  { type: 'compaction', content: '' },
  { type: 'web_search_call', id: 'ws_7', status: 'completed' },
  { type: 'unknown', text: 'words of another' },
  { type: 'hologram', hologram: 'x' },
]

const own = (variant: number): ResultContent => {
  const payload = payloads[variant % payloads.length] as (typeof payloads)[number]
  return {
    kind: 'opaque',
    format: formats[variant % formats.length] as TargetName,
    type: payload.type,
    payload,
  }
}

const mediaTypes = { image: 'image/png', document: 'application/pdf', audio: 'audio/wav' } as const

function file(kind: 'image' | 'document' | 'audio', source: string): FilePart {
  const mediaType = mediaTypes[kind]
  if (source === 'url')
    return { kind: 'file', mediaType, source: { type: 'url', url: 'https://x.org/a' }, name: 'a' }
  if (source === 'id')
    return {
      kind: 'file',
      mediaType,
      source: {
        type: 'id',
        id: 'file-1',
        format: kind === 'audio' ? 'openai' : kind === 'image' ? 'gemini' : 'anthropic',
      },
    }
  if (source === 'text')
    return { kind: 'file', mediaType: 'text/plain', source: { type: 'text', text: 'a document' } }
  return {
    kind: 'file',
    mediaType: source === 'odd' ? 'image/tiff' : mediaType,
    source: { type: 'base64', data: 'AAAA' },
    name: '',
  }
}

/** Returns the content of a user or a tool as a part. */
export function contentPart(content: GeneratedContent): ResultContent {
  if (content.kind === 'text') return { kind: 'text', text: content.text }
  if (content.kind !== 'own') return file(content.kind, content.source)
  return content.variant % 3 === 0
    ? { kind: 'data', value: { score: content.variant, note: '</context>' } }
    : own(content.variant)
}

/** Returns a seal of a Google model, or of an unknown one. */
const sealOf = (text: string): Seal => ({
  format: 'gemini',
  value: text.length % 5 === 0 ? 'no base64!' : 'EEEE',
  ...(text.length % 2 === 0 && { model: 'gemini-3.8-flash' }),
})

/** Returns a piece of an answer as a part; reasoning has the wire form of its model's provider. */
export function answerPart(piece: AnswerPiece): Part {
  if (piece.kind === 'text') return { kind: 'text', text: piece.text }
  if (piece.kind === 'own')
    return piece.variant % 4 === 0 ? { kind: 'data', value: [piece.variant] } : own(piece.variant)
  if (piece.kind === 'call') {
    const { id, name, text, value, freeform } = piece.call
    const waits = text.length % 7 === 3 ? ({ pending: true } as const) : {}
    if (name === 'book-flight')
      return { kind: 'tool-call', id, name, arguments: value as never, seal: sealOf(text), ...waits }
    return freeform
      ? { kind: 'tool-call', id, name, arguments: text, freeform }
      : { kind: 'tool-call', id, name, arguments: text.length % 2 === 0 ? text : (value as never), ...waits }
  }
  const { text, seal, redacted, model } = piece
  const made = model === null ? {} : { model }
  if (model === 'someone-else') return { kind: 'reasoning', text, ...made }
  if (model?.startsWith('gemini')) {
    const payload = { text, thought: true, ...(seal !== '' && { thoughtSignature: seal }) }
    return { kind: 'reasoning', text, native: { format: 'gemini', payload }, ...made }
  }
  if (model?.startsWith('gpt')) {
    const payload = {
      type: 'reasoning',
      id: `rs_${seal.replace(/\W/g, '')}${text.length}`,
      summary: [],
      encrypted_content: seal,
    }
    return { kind: 'reasoning', text, native: { format: 'openai', payload }, ...made }
  }
  const payload = redacted
    ? { type: 'redacted_thinking', data: seal }
    : { type: 'thinking', thinking: text, signature: seal }
  return { kind: 'reasoning', text, native: { format: 'anthropic', payload }, ...made }
}
