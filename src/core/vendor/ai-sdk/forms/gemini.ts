import type { FilePart } from '../../../ir/file.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import type { Seal } from '../../../ir/text.ts'
import {
  createApiItem,
  type DeclaredVendorTool,
  definedFields,
  type Formed,
  type PartForms,
} from '../../../target/part-forms.ts'
import { isDrawnThought } from '../../../target/travel.ts'
import { isBase64 } from '../../../text/base64.ts'
import { isFilledText, type Options, optionsForTarget } from '../rows/options.ts'
import { isCodeOfGemini } from './owner.ts'

const format = 'gemini'

/** Returns the signature that Gemini put on a part; undefined if there is none. */
const geminiSealOption = ({ thoughtSignature: value }: Options, model: unknown): Seal | undefined =>
  isFilledText(value) ? { format, value, ...(isFilledText(model) && { model }) } : undefined

const withGeminiSeal = (part: Part & { readonly seal?: Seal }, options: Options): Formed => {
  const extra = 'extra' in part ? part.extra : undefined
  const seal = geminiSealOption(options, extra?.fields.madeBy)
  return {
    ...(seal && { part: { ...part, seal } as Part }),
    used: ['thoughtSignature'],
  }
}

/**
 * Returns a file of an answer in the API's form. An image that the model made is sent back as a file. A file with a URL
 * cannot be sent in an answer.
 */
function drawnFileForm(part: FilePart, options: Options): Formed {
  if (part.source.type !== 'base64' && part.source.type !== 'id') return { used: [] }
  return { ...withGeminiSeal(part, options), isOwn: true }
}

/** Returns an image that the model made during its reasoning as a file part; null if its data is invalid. */
function thoughtFile(part: OpaquePart): FilePart | null {
  const { data, mediaType } = part.payload
  if (!isFilledText(data) || !isFilledText(mediaType) || !isBase64(data)) return null
  const seal = geminiSealOption(optionsForTarget(part.payload, format), part.model)
  return {
    kind: 'file',
    mediaType,
    source: { type: 'base64', data },
    ...(seal && { seal }),
    extra: { format, fields: { thought: true } },
  }
}

/** Returns the wire part for a Google server tool's call or its result; the AI SDK stores each as a separate part. */
function serverPart(part: OpaquePart): JsonObject | null {
  const { input, output } = part.payload
  const {
    serverToolCallId: id,
    serverToolType: toolType,
    thoughtSignature,
  } = optionsForTarget(part.payload, format)
  const beside = isFilledText(thoughtSignature) ? { thoughtSignature } : {}
  const { type, value } = (isObject(output) ? output : {}) as JsonObject
  const isCall = part.type === 'tool-call'
  if (!isCall && part.type !== 'tool-result') return null
  if (isCodeOfGemini(part.payload)) {
    const { language, code } = (isObject(input) ? input : {}) as JsonObject
    const { outcome, output: said } = (isObject(value) ? value : {}) as JsonObject
    const ran = isCall
      ? { executableCode: definedFields({ language, code }) }
      : { codeExecutionResult: definedFields({ outcome, output: said }) }
    return { ...ran, ...beside }
  }
  if (!isFilledText(id) || !isFilledText(toolType)) return null
  return isCall
    ? { toolCall: definedFields({ toolType, args: input, id }), ...beside }
    : { toolResponse: { toolType, response: type === 'json' ? value : {}, id }, ...beside }
}

/** Declaration keys of Google's tools, by their AI SDK ids. */
const googleKeys: Readonly<Record<string, string>> = {
  'google.google_search': 'googleSearch',
  'google.enterprise_web_search': 'enterpriseWebSearch',
  'google.url_context': 'urlContext',
  'google.code_execution': 'codeExecution',
  'google.file_search': 'fileSearch',
  'google.google_maps': 'googleMaps',
}

const takesArguments: ReadonlySet<string> = new Set(['googleSearch', 'fileSearch'])

/** Returns the API's declaration of one of Google's tools. Source: `prepareTools` of @ai-sdk/google 4. */
function googleTool(id: string, args: JsonObject): DeclaredVendorTool | null {
  const key = Object.hasOwn(googleKeys, id) ? googleKeys[id] : undefined
  if (key === undefined) return null
  const name = id.slice('google.'.length)
  return { name, payload: { [key]: takesArguments.has(key) ? args : {} } }
}

/** Conversions of AI SDK parts to the Gemini API. Source: `convertToGoogleMessages` of @ai-sdk/google 4. */
export const geminiForms: PartForms = {
  owner: 'google',
  declared: googleTool,
  options(part, options, { role }) {
    if (part.kind === 'file' && role !== 'model')
      return { fields: { videoMetadata: options.videoMetadata }, used: ['videoMetadata'] }
    if (part.kind === 'file') return drawnFileForm(part, options)
    return part.kind === 'text' || part.kind === 'tool-call' ? withGeminiSeal(part, options) : { used: [] }
  },
  item(part) {
    if (isDrawnThought(part)) {
      const file = thoughtFile(part)
      return file === null ? null : [{ part: file }]
    }
    const payload = serverPart(part)
    const [type] = Object.keys(payload ?? {})
    return payload === null || type === undefined
      ? null
      : [{ part: createApiItem(format, part, type, payload) }]
  },
}
