import {
  type Fields,
  fieldsOf,
  findRepeatedItems,
  isAbsentOrNull,
  isFields,
  listOfShape,
  textOfShape,
} from '../shape.ts'
import { type Check, checkRequiredString, checkStringPattern, pointerOf } from './check.ts'
import { checkFunction, checkRoot, checkStrict } from './schema.ts'

const name = /^[a-zA-Z0-9_-]+$/

/** OpenAI API of a request. Chat Completions has the fields of a tool under `function`, Responses at the top level. */
export type Api = 'chat' | 'responses'

/**
 * Checks the declared tools, with their names and schemas, and the tool choice. Source: openai 6.49.0 types, recorded
 * rejections.
 */
export const checkTools = (check: Check, api: Api): void => {
  const { request, report } = check
  const { tools } = request
  if (!isAbsentOrNull(tools) && !Array.isArray(tools)) {
    const text = "Invalid type for 'tools': expected an array of objects."
    report('shape', '/tools', text, { param: 'tools', code: 'invalid_type' })
    return
  }
  if (api === 'chat' && Array.isArray(tools) && tools.length === 0) {
    const expected = 'Expected an array with minimum length 1, but got an empty array instead.'
    report('shape', '/tools', `Invalid 'tools': empty array. ${expected}`, {
      param: 'tools',
      code: 'empty_array',
    })
  }
  const names = listOfShape(tools).map((tool, at) => checkTool(tool, at, check, api))
  for (const { value, at } of findRepeatedItems(names.map((found, index) => found || `#${index}`))) {
    report('tool-name', `/tools/${at}`, `Duplicate function name '${value}' in 'tools'.`, { param: 'tools' })
  }
  checkChoice(check, api, names)
}

const checkTool = (tool: unknown, at: number, { facts, report }: Check, api: Api): string => {
  const path = `tools[${at}]`
  const { type } = fieldsOf(tool)
  if (!isFields(tool) || typeof type !== 'string') {
    const param = `${path}.type`
    const code = 'missing_required_parameter'
    report('shape', pointerOf(param), `Missing required parameter: '${param}'.`, { param, code })
    return ''
  }
  if (type !== 'function')
    return textOfShape(type === 'custom' && api === 'chat' ? fieldsOf(tool.custom).name : tool.name)
  const own: Fields = api === 'chat' ? fieldsOf(tool.function) : tool
  const base = api === 'chat' ? `${path}.function` : path
  if (checkRequiredString(report, own.name, `${base}.name`, { min: 1, max: 64, rule: 'tool-name' })) {
    checkStringPattern(report, own.name, `${base}.name`, name, 'tool-name')
  }
  if (!isAbsentOrNull(own.parameters)) {
    const named = {
      schema: own.parameters,
      owner: `function '${textOfShape(own.name)}'`,
      param: `${base}.parameters`,
      code: 'invalid_function_parameters',
      rule: api === 'chat' ? 'C10' : 'R12',
    } as const
    const loose = { ...named, rule: api === 'chat' ? 'C12' : 'R18' } as const
    if (checkRoot(loose, report)) {
      checkFunction(loose, report)
      if (own.strict === true) checkStrict(named, facts, report)
    }
  }
  return textOfShape(own.name)
}

const checkChoice = ({ request, report }: Check, api: Api, names: readonly string[]): void => {
  const { tool_choice: choice } = request
  const fail = (text: string, param = 'tool_choice'): void =>
    report('tool-choice', `/${param}`, text, { param, code: null })
  if (api === 'chat' && names.length === 0) {
    for (const param of ['tool_choice', 'parallel_tool_calls']) {
      if (isAbsentOrNull(request[param])) continue
      fail(`Invalid value for '${param}': '${param}' is only allowed when 'tools' are specified.`, param)
    }
    return
  }
  if (isAbsentOrNull(choice)) return
  if (typeof choice === 'string') {
    if (!['auto', 'none', 'required'].includes(choice)) {
      fail(`Invalid value: '${choice}'. Supported values are: 'none', 'auto', and 'required'.`)
    } else if (choice === 'required' && names.length === 0) {
      fail("Tool choice 'required' must be specified with 'tools' parameter.")
    }
    return
  }
  const { type } = fieldsOf(choice)
  if (type !== 'function' && type !== 'custom') return
  const own = api === 'chat' ? fieldsOf(fieldsOf(choice)[type]) : fieldsOf(choice)
  if (!names.includes(textOfShape(own.name))) fail(`Tool choice '${type}' not found in 'tools' parameter.`)
}
