import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../shape.ts'
import {
  type Check,
  checkAllowedValue,
  checkRequiredString,
  checkStringPattern,
  pointerOf,
  typeName,
} from './check.ts'

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']

const partTypes: { readonly [role: string]: readonly string[] } = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
}

/**
 * Checks the shape of every Chat message (rules C3, C4, C7). Source: openai 6.49.0 message types, recorded rejections.
 */
export const checkMessages = (messages: readonly unknown[], check: Check): void => {
  messages.forEach((message, at) => {
    const path = `messages[${at}]`
    if (!isFields(message)) {
      const text = `Invalid type for '${path}': expected an object, but got ${typeName(message)} instead.`
      check.report('shape', pointerOf(path), text, { param: path, code: 'invalid_type' })
      return
    }
    if (message.role === undefined) {
      const param = `${path}.role`
      const code = 'missing_required_parameter'
      check.report('shape', pointerOf(param), `Missing required parameter: '${param}'.`, { param, code })
    } else if (checkAllowedValue(check.report, message.role, `${path}.role`, roles)) {
      checkContent(message, at, check)
      checkCalls(message, path, check)
    }
    // Pattern that the API's rejection names, as recorded in ag2ai/ag2#451.
    if (
      !isAbsentOrNull(message.name) &&
      checkRequiredString(check.report, message.name, `${path}.name`, { min: 1, max: 64, rule: 'C15' })
    )
      checkStringPattern(check.report, message.name, `${path}.name`, /^[^\s<|\\/>]+$/, 'C15')
    if (!isAbsentOrNull(message.audio))
      checkRequiredString(check.report, fieldsOf(message.audio).id, `${path}.audio.id`, { min: 1 })
    if (message.role === 'tool')
      checkRequiredString(check.report, message.tool_call_id, `${path}.tool_call_id`)
  })
}

const mayLackContent = (message: Fields): boolean =>
  message.role === 'assistant' &&
  [message.tool_calls, message.function_call, message.refusal, message.audio].some(
    field => !isAbsentOrNull(field),
  )

const checkContent = (message: Fields, at: number, { report }: Check): void => {
  const { content, role } = message
  const param = `messages.[${at}].content`
  const pointer = `/messages/${at}/content`
  if (isAbsentOrNull(content)) {
    if (mayLackContent(message)) return
    const rule = role === 'assistant' ? 'C3' : 'shape'
    report(rule, pointer, "Invalid value for 'content': expected a string, got null.", { param, code: null })
    return
  }
  if (typeof content === 'string') return
  if (!Array.isArray(content)) {
    const text = `Invalid type for 'messages[${at}].content': expected one of a string or array of objects`
    const found = `${text}, but got ${typeName(content)} instead.`
    report('shape', pointer, found, { param: `messages[${at}].content`, code: 'invalid_type' })
    return
  }
  if (content.length === 0) {
    const expected = 'Expected an array with minimum length 1, but got an empty array instead.'
    const text = `Invalid 'messages[${at}].content': empty array. ${expected}`
    report('shape', pointer, text, { param: `messages[${at}].content`, code: 'empty_array' })
  }
  const name = textOfShape(role)
  const allowed = (Object.hasOwn(partTypes, name) ? partTypes[name] : undefined) ?? ['text']
  for (const [index, part] of content.entries()) {
    checkPart(fieldsOf(part), `messages[${at}].content[${index}]`, allowed, message, report)
  }
}

const checkPart = (
  part: Fields,
  path: string,
  allowed: readonly string[],
  message: Fields,
  report: Check['report'],
): void => {
  const type = textOfShape(part.type)
  const role = textOfShape(message.role)
  if (type === '') {
    const param = `${path}.type`
    const code = 'missing_required_parameter'
    report('shape', pointerOf(param), `Missing required parameter: '${param}'.`, { param, code })
    return
  }
  if (type === 'image_url' && !allowed.includes(type)) {
    const owner = path.slice(0, path.indexOf('.'))
    const only = "Image URLs are only allowed for messages with role 'user'"
    const text = `Invalid '${owner}'. ${only}, but this message with role '${role}' contains an image URL.`
    report(role === 'tool' ? 'C4' : 'shape', pointerOf(path), text, {
      param: owner,
      code: 'invalid_value',
    })
    return
  }
  if (!allowed.includes(type)) {
    const rule = role === 'tool' ? 'C4' : 'shape'
    const names = allowed.map(name => `'${name}'`).join(', ')
    const text = `Invalid value: '${type}'. Supported values are: ${names}.`
    report(rule, pointerOf(path), text, { param: `${path}.type`, code: 'invalid_value' })
    return
  }
  if (type === 'text') checkRequiredString(report, part.text, `${path}.text`)
  if (type === 'image_url') checkImageUrl(fieldsOf(part.image_url).url, `${path}.image_url.url`, report)
  if (type === 'input_audio')
    checkRequiredString(report, fieldsOf(part.input_audio).data, `${path}.input_audio.data`)
  const { file_id: id, filename } = fieldsOf(part.file)
  if (type === 'file' && isAbsentOrNull(id)) {
    checkRequiredString(report, fieldsOf(part.file).file_data, `${path}.file.file_data`)
    checkRequiredString(report, filename, `${path}.file.filename`)
  }
}

const checkImageUrl = (url: unknown, param: string, report: Check['report']): void => {
  if (!checkRequiredString(report, url, param)) return
  if (/^(https?:\/\/|data:)/.test(textOfShape(url))) return
  const text = `Invalid '${param}'. Expected a valid URL, but got a value with an invalid format.`
  report('media', pointerOf(param), text, { param, code: 'invalid_value' })
}

const checkCalls = (message: Fields, path: string, { facts, report }: Check): void => {
  const { tool_calls: calls } = message
  if (isAbsentOrNull(calls)) return
  if (!Array.isArray(calls) || calls.length === 0) {
    const param = `${path}.tool_calls`
    const expected = 'Expected an array with minimum length 1, but got an empty array instead.'
    const text = `Invalid '${param}': empty array. ${expected}`
    report('shape', pointerOf(param), text, { param, code: 'empty_array' })
    return
  }
  listOfShape(calls).forEach((call, index) => {
    const base = `${path}.tool_calls[${index}]`
    const { id, type, function: own } = fieldsOf(call)
    checkRequiredString(report, id, `${base}.id`, { max: 40, rule: 'C7' })
    if (type === 'custom') return
    if (!checkAllowedValue(report, type, `${base}.type`, ['function', 'custom'])) return
    const { name, arguments: args } = fieldsOf(own)
    if (checkRequiredString(report, name, `${base}.function.name`, { min: 1, max: 64, rule: 'tool-name' })) {
      checkStringPattern(report, name, `${base}.function.name`, /^[a-zA-Z0-9_-]+$/, 'tool-name')
    }
    const param = `${base}.function.arguments`
    if (checkRequiredString(report, args, param) && facts.jsonArguments && !isJson(textOfShape(args))) {
      report('arguments', pointerOf(param), `Invalid '${param}': not valid JSON.`, {
        param,
        code: 'invalid_value',
      })
    }
  })
}

/** Whether a text parses as JSON. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
