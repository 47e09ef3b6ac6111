import { type Raw, stringOr } from '../../../../from/read.ts'
import { isObject } from '../../../../ir/json.ts'

/** Returns base64 text as a data URL; a data URL is returned unchanged. */
const urlOfBytes = ({ data, mediaType }: Raw, usual: string): string =>
  stringOr(data).startsWith('data:')
    ? stringOr(data)
    : `data:${stringOr(mediaType) || usual};base64,${stringOr(data)}`

/** Converts an Agents SDK image to the form of the Responses API. */
function wireAgentsImage({ image: given, imageUrl, detail }: Raw): object {
  const source = given ?? imageUrl
  const isBytes = isObject(source) && typeof source.data === 'string'
  const stored = isObject(source) && source.url === undefined && !isBytes
  const plain = isObject(source) ? (source.id ?? source.fileId ?? source.url) : source
  const shown = isBytes ? urlOfBytes(source, 'image/png') : plain
  return {
    type: 'input_image',
    ...(stored ? { file_id: shown } : { image_url: shown }),
    ...(typeof detail === 'string' && { detail }),
  }
}

/** Converts an Agents SDK file to the form of the Responses API. */
function wireAgentsFile({ file: given, filename }: Raw): object {
  const source = isObject(given) ? given : {}
  const name = stringOr(filename) || stringOr(source.filename)
  return {
    type: 'input_file',
    ...(typeof given === 'string' && { file_data: given }),
    ...(typeof source.id === 'string' && { file_id: source.id }),
    ...(typeof source.url === 'string' && { file_url: source.url }),
    ...(typeof source.data === 'string' && {
      file_data: typeof source.mediaType === 'string' ? urlOfBytes(source, '') : source.data,
    }),
    ...(name !== '' && { filename: name }),
  }
}

/** Converts a piece of content to the form of the Responses API; an unknown piece stays unchanged. */
function wirePiece(value: unknown): unknown {
  if (!isObject(value)) return value
  switch (value.type) {
    case 'text':
      return { type: 'input_text', text: value.text }
    case 'input_image':
    case 'image':
      return wireAgentsImage(value)
    case 'input_file':
    case 'file':
      return wireAgentsFile(value)
    case 'output_text': {
      const { providerData, ...rest } = value
      return isObject(providerData) ? { ...providerData, ...rest } : value
    }
    case 'audio':
      return {
        type: 'input_audio',
        input_audio: { data: stringOr(value.audio), format: stringOr(value.format) || 'wav' },
      }
    default:
      return value
  }
}

/** Converts content or the output of a tool: a string, one piece, or a list. */
export function wireContent(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(wirePiece)
  return isObject(content) ? [wirePiece(content)] : content
}

/** Converts a computer's screenshot. The Agents SDK stores its URL or its bytes in one field. */
export function wireScreenshot(output: unknown): unknown {
  if (!isObject(output) || typeof output.data !== 'string') return output
  const { data, providerData: _, ...rest } = output
  return { ...rest, image_url: data }
}
