import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'
import type { Check, Placed, Turn } from './check.ts'

/** Fields of a part of which exactly one must be set. Source: @google/genai 3.1 `Part`. */
const data = new Set(
  (
    'text inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse ' +
    'audioTranscription'
  ).split(' '),
)
const beside = new Set(
  'thought thoughtSignature partMetadata videoMetadata mediaResolution mediaProcessing speechMetadata'.split(
    ' ',
  ),
)

/** Reads the request's `contents` as turns, and reports malformed ones (rules G1, G8). */
export const readTurns = (contents: readonly unknown[], report: ReportViolation): readonly Turn[] =>
  contents.map((content, at) => {
    const pointer = `/contents/${at}`
    const { role, parts } = fieldsOf(content)
    if (!isFields(content)) report('shape', pointer, `Invalid value at 'contents[${at}]'`)
    if (role !== 'user' && role !== 'model') report('G1', pointer, 'Please use a valid role: user, model.')
    if (listOfShape(parts).length === 0)
      report(
        'G8',
        pointer,
        `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`,
      )
    const placed = listOfShape(parts).map(
      (part, index): Placed => ({
        part: fieldsOf(part),
        path: `contents[${at}].parts[${index}]`,
        pointer: `${pointer}/parts/${index}`,
      }),
    )
    return { role: textOfShape(role), placed, pointer }
  })

/** Checks that each part has exactly one kind of data in a valid form (rules G6, G8, G21). */
export const checkParts = (check: Check): void => {
  for (const turn of check.turns)
    for (const placed of turn.placed) {
      checkPartData(placed, check.report)
      checkThoughtSignature(placed, turn, check)
      checkMedia(placed, check.report)
      checkCall(placed, check.report)
    }
}

const emptyText =
  'Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again. ' +
  'Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini'

const checkPartData = ({ part, path, pointer }: Placed, report: ReportViolation): void => {
  const keys = Object.keys(part).filter(key => !isAbsentOrNull(part[key]))
  for (const key of keys.filter(name => !data.has(name) && !beside.has(name))) {
    const text = `Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`
    report('shape', pointer, text)
  }
  const held = keys.filter(key => data.has(key))
  if (held.length === 0 && keys.every(key => beside.has(key))) {
    const text = "required oneof field 'data' must have one initialized field"
    report('G8', pointer, `* GenerateContentRequest.${path}.data: ${text}`)
  }
  if (held.length > 1) {
    const text = `oneof field 'data' is already set. Cannot set '${held[1]}'`
    report('G8', pointer, `Invalid value at '${path}' (oneof), ${text}`)
  }
  if (part.text !== undefined && typeof part.text !== 'string')
    report('shape', pointer, `Invalid value at '${path}.text' (TYPE_STRING)`)
  if (part.text === '' && isAbsentOrNull(part.thoughtSignature)) {
    report('G8', pointer, emptyText)
  }
}

const checkThoughtSignature = (
  { part, path, pointer }: Placed,
  { role }: Turn,
  { model, producerOf, report }: Check,
): void => {
  const { thoughtSignature: seal } = part
  if (isAbsentOrNull(seal)) return
  if (typeof seal !== 'string' || !/^[\w+/-]+=*$/.test(seal)) {
    const text = `(TYPE_BYTES), Base64 decoding failed for "${textOfShape(seal)}"`
    report('G6', pointer, `Invalid value at '${path}.thought_signature' ${text}`)
    return
  }
  const producer = producerOf?.(seal)
  if (role !== 'model' || (producer !== undefined && producer !== model))
    report('G6', pointer, 'Corrupted thought signature.')
}

const media = /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|(text|audio|video)\/[^/ ]+)$/

/** Returns the number of pages of a PDF in base64. Page objects that cannot be read are not counted. */
const pdfPages = (data: string): number =>
  data.startsWith('JVBERi0') ? atob(data).split('/Type /Page\n').length - 1 : 0

const checkMedia = ({ part, path, pointer }: Placed, report: ReportViolation): void => {
  if (!isAbsentOrNull(part.inlineData)) {
    const { mimeType, data: bytes } = fieldsOf(part.inlineData)
    if (typeof mimeType !== 'string' || !media.test(mimeType))
      report('G21', pointer, `Unsupported MIME type: ${textOfShape(mimeType)}`)
    else if (typeof bytes !== 'string' || bytes === '')
      report('G21', pointer, `Unable to process input ${path}: the data is empty`)
    else if (mimeType === 'application/pdf' && pdfPages(bytes) > 1_000)
      report('G24', pointer, 'The document exceeds the supported page limit of 1000')
  }
  if (!isAbsentOrNull(part.fileData) && textOfShape(fieldsOf(part.fileData).fileUri) === '')
    report('shape', pointer, `* GenerateContentRequest.${path}.file_data.file_uri: must not be empty`)
}

const checkCall = ({ part, path, pointer }: Placed, report: ReportViolation): void => {
  for (const key of ['functionCall', 'functionResponse'] as const) {
    if (isAbsentOrNull(part[key])) continue
    const { name, args, response } = fieldsOf(part[key])
    const field = key === 'functionCall' ? 'function_call' : 'function_response'
    if (textOfShape(name) === '')
      report('shape', pointer, `* GenerateContentRequest.${path}.${field}.name: Name cannot be empty.`)
    const struct: unknown = key === 'functionCall' ? args : response
    if (!isFields(struct) && !(key === 'functionCall' && isAbsentOrNull(struct)))
      report(
        'shape',
        pointer,
        `Invalid value at '${path}.${field}' (type.googleapis.com/google.protobuf.Struct)`,
      )
  }
}

/** Checks the texts of the system instruction (rules G1, G8). */
export const checkSystem = ({ model, config, facts, report }: Check): void => {
  const { systemInstruction: system } = config
  if (isAbsentOrNull(system)) return
  const pointer = '/config/systemInstruction'
  if (!facts.systemInstruction)
    report('G1', pointer, `Developer instruction is not enabled for ${path(model)}`)
  const parts: readonly unknown[] =
    typeof system === 'string' ? [{ text: system }] : listOfShape(fieldsOf(system).parts)
  const texts = parts.map((part: unknown) => (part as Fields | null)?.text)
  if (parts.length === 0 || texts.some(text => typeof text !== 'string'))
    report('G1', pointer, 'system_instruction must be text')
  else if (texts.includes('')) report('G8', pointer, emptyText)
}

const path = (model: string): string => (model.includes('/') ? model : `models/${model}`)
