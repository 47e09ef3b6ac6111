import { malformedSchema } from '../json-schema.ts'
import {
  type Fields,
  fieldsOf,
  findRepeatedItems,
  isAbsentOrNull,
  isFields,
  listOfShape,
  textOfShape,
} from '../shape.ts'
import type { Check } from './check.ts'

const namePattern = /^[a-zA-Z0-9_-]{1,128}$/
const serverType = /^[a-z0-9_]+_\d{8}$/

/**
 * Checks the declared tools, their names, the tool choice, and tools that system messages add or remove (rule A17).
 * Source: SDK types, issues.
 */
export const checkTools = (check: Check): void => {
  const { request, report } = check
  const { tools } = request
  if (!isAbsentOrNull(tools) && !Array.isArray(tools))
    report('shape', '/tools', 'tools: Input should be a valid list')
  for (const [at, tool] of listOfShape(tools).entries()) checkTool(tool, at, report)
  const names = listOfShape(tools).map(tool => textOfShape(fieldsOf(tool).name))
  for (const { at } of findRepeatedItems(names.map((name, index) => name || `#${index}`))) {
    report('tool-name', `/tools/${at}`, 'tools: Tool names must be unique.')
  }
  checkChoice(check, names)
  checkChanges(check, names)
}

const checkTool = (tool: unknown, at: number, report: Check['report']): void => {
  const pointer = `/tools/${at}`
  if (!isFields(tool)) {
    report('shape', pointer, `tools.${at}: Input should be an object`)
    return
  }
  const { type, name, input_schema: schema } = tool
  if (!isAbsentOrNull(type) && type !== 'custom') {
    if (type === 'mcp_toolset' || serverType.test(textOfShape(type))) return
    const text = `Input tag '${textOfShape(type)}' found using 'type' does not match any of the expected tags: 'custom'`
    report('shape', pointer, `tools.${at}: ${text}`)
    return
  }
  const path = `tools.${at}.custom`
  if (typeof name !== 'string') report('shape', pointer, `${path}.name: Field required`)
  else if (name.length > 128) {
    report('tool-name', `${pointer}/name`, `${path}.name: String should have at most 128 characters`)
  } else if (!namePattern.test(name)) {
    report(
      'tool-name',
      `${pointer}/name`,
      `${path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
    )
  }
  const where = `${pointer}/input_schema`
  if (schema === undefined) {
    report('shape', pointer, `${path}.input_schema: Field required`)
    return
  }
  if (!isFields(schema)) {
    report('shape', where, `${path}.input_schema: Input should be a valid dictionary`)
    return
  }
  checkInput(schema, path, where, report)
}

const key = /^[a-zA-Z0-9_.-]{1,64}$/

const draft = 'https://json-schema.org/draft/2020-12'
const learn = 'Learn more about tool use at https://docs.claude.com/en/docs/tool-use.'

/**
 * Checks the schema of a tool, strict or not (rule A31). Source: anthropics/claude-code#63673,
 * ComposioHQ/composio#3500.
 */
const checkInput = (schema: Fields, path: string, where: string, report: Check['report']): void => {
  const fail = (text: string): void => report('A31', where, `${path}.input_schema${text}`)
  if (['oneOf', 'anyOf', 'allOf'].some(choice => choice in schema))
    fail(': input_schema does not support oneOf, allOf, or anyOf at the top level')
  if (schema.type === undefined) fail('.type: Field required')
  else if (schema.type !== 'object') fail(".type: Input should be 'object'")
  const names = Object.keys(fieldsOf(schema.properties))
  if (!names.every(name => key.test(name)))
    fail(`.properties: Property keys should match pattern '${key.source}'`)
  if (malformedSchema(schema) !== undefined)
    fail(`: JSON schema is invalid. It must match JSON Schema draft 2020-12 (${draft}). ${learn}`)
}

const choices = ['auto', 'any', 'tool', 'none']

const checkChoice = ({ request, report }: Check, names: readonly string[]): void => {
  if (isAbsentOrNull(request.tool_choice)) return
  const pointer = '/tool_choice'
  if (!isFields(request.tool_choice)) {
    report('tool-choice', pointer, 'tool_choice: Input should be an object')
    return
  }
  const { type, name } = request.tool_choice
  if (!choices.includes(textOfShape(type))) {
    const tags = choices.map(tag => `'${tag}'`).join(', ')
    const text = `Input tag '${textOfShape(type)}' found using 'type' does not match any of the expected tags: ${tags}`
    report('tool-choice', pointer, `tool_choice: ${text}`)
    return
  }
  if (names.length === 0) {
    report('tool-choice', pointer, 'tool_choice may only be specified while providing tools')
    return
  }
  if (type !== 'tool') return
  if (typeof name !== 'string') {
    report('tool-choice', pointer, 'tool_choice.tool.name: Field required')
    return
  }
  if (!names.includes(name)) report('tool-choice', pointer, `Tool '${name}' not found in provided tools`)
}

const checkChanges = ({ turns, report, request }: Check, names: readonly string[]): void => {
  if (listOfShape(request.mcp_servers).length > 0) return
  const declared = new Set(names)
  for (const { type, block, path, pointer } of turns.flatMap(turn => turn.placed)) {
    // Source: platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool, "Missing tool definition".
    const found =
      type === 'tool_search_tool_result' ? listOfShape(fieldsOf(block.content).tool_references) : []
    const given = type === 'tool_result' ? listOfShape(block.content) : []
    for (const { type: kind, tool_name: loaded } of [...found, ...given].map(fieldsOf))
      if (kind === 'tool_reference' && !declared.has(textOfShape(loaded)))
        report('A17', pointer, `Tool reference '${textOfShape(loaded)}' has no corresponding tool definition`)
    if (type !== 'tool_addition' && type !== 'tool_removal') continue
    const tool = fieldsOf(block.tool)
    const name = textOfShape(tool.name)
    if (tool.type === 'tool_definition') declared.add(textOfShape(fieldsOf(tool.definition).name))
    else if (tool.type === 'tool_reference' && !declared.has(name)) {
      report('A17', pointer, `${path}.${type}.tool: Tool '${name}' not found in provided tools`)
    }
  }
}
