import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../shape.ts'
import { type Check, partsWithKey } from './check.ts'
import { firstRejectedReference } from './schema.ts'

const legalName = /^[a-zA-Z_][\w.:-]{0,127}$/

/** Returns the declared functions, each with its position in the request. */
const functionsOf = (
  config: Fields,
): readonly { readonly declared: Fields; readonly path: string; readonly pointer: string }[] =>
  listOfShape(config.tools).flatMap((tool, at) =>
    listOfShape(fieldsOf(tool).functionDeclarations).map((declared, place) => ({
      declared: fieldsOf(declared),
      path: `tools[${at}].function_declarations[${place}]`,
      pointer: `/config/tools/${at}/functionDeclarations/${place}`,
    })),
  )

/** Checks declarations, the tool choice, and built-in tools together with functions (rules G10 to G12, G19, G22). */
export const checkTools = (check: Check): void => {
  const { config, report } = check
  for (const [at, tool] of listOfShape(config.tools).entries())
    if (!isFields(tool) || Object.keys(tool).length === 0)
      report(
        'shape',
        `/config/tools/${at}`,
        `* GenerateContentRequest.tools[${at}].tool_type: one field must be set.`,
      )
  const functions = functionsOf(config)
  // Source: google-gemini/gemini-cli#19083.
  if (functions.length > 512)
    report(
      'G23',
      '/config/tools',
      'The GenerateContentRequest proto is invalid:\n  * tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified.',
    )
  for (const { declared, path, pointer } of functions) {
    if (!legalName.test(textOfShape(declared.name))) {
      const text =
        'Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain ' +
        'underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.'
      report(
        'G10',
        pointer,
        `The GenerateContentRequest proto is invalid:\n  * ${path}.name: [FIELD_INVALID] ${text}`,
      )
    }
    if (!isAbsentOrNull(declared.parameters) && !isAbsentOrNull(declared.parametersJsonSchema)) {
      report('G10', pointer, `* ${path}: parameters and parameters_json_schema are mutually exclusive`)
    }
    const bad = isAbsentOrNull(declared.parametersJsonSchema)
      ? undefined
      : firstRejectedReference(declared.parametersJsonSchema)
    if (bad !== undefined) report('G11', pointer, `* ${path}.parameters_json_schema: ${bad}`)
  }
  const names = functions.map(({ declared }) => textOfShape(declared.name))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) report('G10', '/config/tools', `Duplicate function declaration found: ${twice}`)
  for (const turn of check.turns)
    for (const { part, path, pointer } of partsWithKey(turn, 'functionCall'))
      if (
        !legalName.test(textOfShape(fieldsOf(part.functionCall).name)) &&
        textOfShape(fieldsOf(part.functionCall).name) !== ''
      )
        report('G10', pointer, `* GenerateContentRequest.${path}.function_call.name: Invalid function name.`)
  checkToolCombination(check, names)
  checkChoice(check, names)
}

const checkToolCombination = (
  { model, config, turns, facts, report }: Check,
  names: readonly string[],
): void => {
  if (names.length > 0 && !facts.functionCalling)
    report('G22', '/config/tools', `Function calling is not enabled for models/${model}`)
  const own = listOfShape(config.tools)
    .flatMap(tool => Object.keys(fieldsOf(tool)))
    .filter(key => key !== 'functionDeclarations')
  const called = turns.some(turn => partsWithKey(turn, 'functionCall').length > 0)
  if (own.length > 0 && !facts.mixedTools && (names.length > 0 || called))
    report('G19', '/config/tools', 'Tool use with function calling is unsupported')
}

const checkChoice = ({ config, report }: Check, names: readonly string[]): void => {
  const { functionCallingConfig: calling } = fieldsOf(config.toolConfig)
  if (isAbsentOrNull(calling)) return
  const pointer = '/config/toolConfig/functionCallingConfig'
  const { mode, allowedFunctionNames: allowed } = fieldsOf(calling)
  if (names.length === 0) {
    report('G12', pointer, 'Function calling config is set without function_declarations.')
    return
  }
  if (!['AUTO', 'ANY', 'NONE', 'VALIDATED'].includes(textOfShape(mode)))
    report(
      'shape',
      pointer,
      `Invalid value at 'tool_config.function_calling_config.mode', "${textOfShape(mode)}"`,
    )
  if (isAbsentOrNull(allowed)) return
  const strange = listOfShape(allowed).find(name => !names.includes(textOfShape(name)))
  if (mode !== 'ANY' && mode !== 'VALIDATED')
    report('G12', pointer, 'Function calling mode must be ANY to set allowed_function_names.')
  else if (strange !== undefined)
    report(
      'G12',
      pointer,
      `allowed_function_names is not a subset of the declared functions: ${textOfShape(strange)}`,
    )
}
