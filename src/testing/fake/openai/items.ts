import {
  type Fields,
  fieldsOf,
  findRepeatedItems,
  isAbsentOrNull,
  isFields,
  listOfShape,
  textOfShape,
} from '../shape.ts'
import { isJson } from './chat-messages.ts'
import {
  type Check,
  checkAllowedValue,
  checkKnownFields,
  checkRequiredString,
  checkStringPattern,
  pointerOf,
  typeName,
} from './check.ts'
import { fieldsByType, innerFields } from './item-types.ts'

const idPrefixes: { readonly [type: string]: string } = {
  function_call: 'fc',
  message: 'msg',
  reasoning: 'rs',
}
const inputParts = ['input_text', 'input_image', 'input_file', 'input_audio']
const outputParts = ['output_text', 'refusal']

/** Returns the type of an item; an item with a role but no type is a message. */
export const itemType = (item: Fields): string =>
  item.type === undefined && item.role !== undefined ? 'message' : textOfShape(item.type)

/** Checks the shape of every input item (rules R7, R14), and reports items that the input contains twice (rule R8). */
export const checkItems = (items: readonly Fields[], check: Check): void => {
  const { report, request } = check
  listOfShape(request.input).forEach((raw, at) => {
    if (isFields(raw)) return
    const text = `Invalid type for 'input[${at}]': expected an object, but got ${typeName(raw)} instead.`
    report('shape', `/input/${at}`, text, { param: `input[${at}]`, code: 'invalid_type' })
  })
  for (const [at, item] of items.entries()) checkItem(item, `input[${at}]`, check)
  const ids = items.map((item, at) => (typeof item.id === 'string' ? item.id : `#${at}`))
  for (const { value, at } of findRepeatedItems(ids)) {
    const text = `Duplicate item found with id ${value}. Remove duplicate items from your input and try again.`
    report('R8', `/input/${at}`, text, { param: 'input', code: null })
  }
}

type ItemCheck = (item: Fields, path: string, check: Check) => void

const checkItem: ItemCheck = (item, path, check) => {
  const { report } = check
  const type = itemType(item)
  const known = fieldsByType.get(type)
  if (known === undefined) {
    if (Object.keys(item).length === 0) return
    checkAllowedValue(report, item.type, `${path}.type`, [...fieldsByType.keys()])
    return
  }
  if (known !== null) checkKnownFields(report, item, path, known)
  checkInnerFields(item, type, path, report)
  checkId(item, type, path, report)
  checkByType.get(type)?.(item, path, check)
}

const checkReference: ItemCheck = (item, path, { report }) => {
  checkRequiredString(report, item.id, `${path}.id`)
}

const checkCompaction: ItemCheck = (item, path, { report }) => {
  checkRequiredString(report, item.encrypted_content, `${path}.encrypted_content`, { min: 1 })
}

const namePattern = /^[a-zA-Z0-9_-]+$/

const checkCallId = ({ call_id: id }: Fields, path: string, report: Check['report']): void => {
  if (checkRequiredString(report, id, `${path}.call_id`, { min: 1, max: 64, rule: 'R14' }))
    checkStringPattern(report, id, `${path}.call_id`, namePattern, 'R14')
}

const checkCall: ItemCheck = (item, path, { report, facts }) => {
  checkCallId(item, path, report)
  if (checkRequiredString(report, item.name, `${path}.name`, { min: 1, max: 64, rule: 'tool-name' }))
    checkStringPattern(report, item.name, `${path}.name`, namePattern, 'tool-name')
  const param = `${path}.arguments`
  const isText = checkRequiredString(report, item.arguments, param)
  if (isText && facts.jsonArguments && !isJson(textOfShape(item.arguments))) {
    report('arguments', pointerOf(param), `Invalid '${param}': not valid JSON.`, {
      param,
      code: 'invalid_value',
    })
  }
}

const checkOutput: ItemCheck = (item, path, { report }) => {
  checkCallId(item, path, report)
  if (Array.isArray(item.output)) checkParts(item.output, `${path}.output`, inputParts.slice(0, 3), report)
  else checkRequiredString(report, item.output, `${path}.output`)
}

const outcomeFields = new Set(['type', 'exit_code'])

const checkInnerFields = (item: Fields, type: string, path: string, report: Check['report']): void => {
  for (const [field, known] of innerFields.get(type) ?? []) {
    const value = item[field]
    for (const [index, inner] of (Array.isArray(value) ? value : [value]).entries()) {
      if (!isFields(inner)) continue
      const at = Array.isArray(value) ? `${path}.${field}[${index}]` : `${path}.${field}`
      checkKnownFields(report, inner, at, known)
      if (isFields(inner.outcome)) checkKnownFields(report, inner.outcome, `${at}.outcome`, outcomeFields)
    }
  }
}

const checkId = ({ id }: Fields, type: string, path: string, report: Check['report']): void => {
  const prefix = idPrefixes[type]
  if (prefix === undefined || isAbsentOrNull(id)) return
  const param = `${path}.id`
  if (!checkRequiredString(report, id, param, { min: 1, max: 64 }) || textOfShape(id).startsWith(prefix))
    return
  const text = `Invalid '${param}': '${textOfShape(id)}'. Expected an ID that begins with '${prefix}'.`
  report('item-id', pointerOf(param), text, { param, code: 'invalid_value' })
}

const checkSummary: ItemCheck = (item, path, { report }) => {
  const param = `${path}.summary`
  if (Array.isArray(item.summary)) return
  const text =
    item.summary === undefined
      ? `Missing required parameter: '${param}'.`
      : `Invalid type for '${param}': expected an array of objects, but got ${typeName(item.summary)} instead.`
  const code = item.summary === undefined ? 'missing_required_parameter' : 'invalid_type'
  report('shape', pointerOf(param), text, { param, code })
}

const checkMessage: ItemCheck = (item, path, { report }) => {
  const { role, content, phase } = item
  if (!checkAllowedValue(report, role, `${path}.role`, ['assistant', 'system', 'developer', 'user'])) return
  if (!isAbsentOrNull(phase)) {
    const param = `${path}.phase`
    if (role === 'assistant') checkAllowedValue(report, phase, param, ['commentary', 'final_answer'])
    else {
      const text = `Invalid '${param}': 'phase' is only allowed for messages with role 'assistant'.`
      report('R7', pointerOf(param), text, { param, code: 'invalid_value' })
    }
  }
  if (typeof content === 'string') return
  if (!Array.isArray(content)) {
    checkRequiredString(report, content, `${path}.content`)
    return
  }
  checkParts(content, `${path}.content`, role === 'assistant' ? outputParts : inputParts, report)
}

const checkParts = (
  parts: readonly unknown[],
  path: string,
  allowed: readonly string[],
  report: Check['report'],
): void => {
  parts.map(fieldsOf).forEach((part, at) => {
    const base = `${path}[${at}]`
    if (!checkAllowedValue(report, part.type, base, allowed)) return
    if (part.type === 'input_text' || part.type === 'output_text')
      checkRequiredString(report, part.text, `${base}.text`)
    if (part.type === 'refusal') checkRequiredString(report, part.refusal, `${base}.refusal`)
    const has = (name: string): boolean => !isAbsentOrNull(part[name])
    if (part.type === 'input_image' && !has('file_id'))
      checkImage(part.image_url, `${base}.image_url`, report)
    if (part.type === 'input_file' && !has('file_id') && !has('file_url')) {
      checkRequiredString(report, part.file_data, `${base}.file_data`)
      checkRequiredString(report, part.filename, `${base}.filename`)
    }
  })
}

const checkImage = (url: unknown, param: string, report: Check['report']): void => {
  if (!checkRequiredString(report, url, param) || /^(https?:\/\/|data:)/.test(textOfShape(url))) return
  const text = `Invalid '${param}'. Expected a valid URL, but got a value with an invalid format.`
  report('media', pointerOf(param), text, { param, code: 'invalid_value' })
}

const checkByType: ReadonlyMap<string, ItemCheck> = new Map([
  ['message', checkMessage],
  ['item_reference', checkReference],
  ['compaction', checkCompaction],
  ['reasoning', checkSummary],
  ['function_call', checkCall],
  ['function_call_output', checkOutput],
])
