import type { ToolChoice } from '../../../agent/agent.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import type { ConfigDraft, Drop } from '../../../target/config-draft.ts'
import type { Setting } from '../../../target/target.ts'
import { copyJson } from '../../../text/well-formed.ts'
import type { GeminiConfig } from './request.ts'
import { declaredFunctions } from './wire.ts'

/**
 * Writes the tool choice if one of the declared functions can satisfy it. Also writes the tool settings that were
 * imported with it.
 */
export function emitToolChoice(
  { agent, config: { toolChoice }, names }: Setting<GeminiRules>,
  { request, setFrom, drop }: ConfigDraft<GeminiConfig>,
): void {
  const given = agent.extra?.format === 'gemini' ? agent.extra.fields.toolConfig : undefined
  const { functionCallingConfig, ...beside } = isObject(given) ? copyJson(given) : {}
  const functions = declaredFunctions(request)
  const calling =
    toolChoice === undefined
      ? importedChoice(functionCallingConfig, functions, names.toWire)
      : wireChoice(toolChoice, functions, names.toWire)
  const isLost = calling === null || (calling !== undefined && functions.length === 0)
  if (isLost) dropChoice(toolChoice, functions, drop)
  const wire = { ...beside, ...(calling && !isLost && { functionCallingConfig: calling }) }
  if (Object.keys(wire).length === 0) return
  const origin = toolChoice === undefined ? 'd:extra.toolConfig' : 'd:generateConfig.toolChoice'
  setFrom('toolConfig', wire as GeminiConfig['toolConfig'], origin)
}

/** Reports a dropped choice, except `auto` and `none`, which mean nothing without functions. */
function dropChoice(choice: ToolChoice | undefined, functions: readonly string[], drop: Drop): void {
  if (choice === undefined) drop('toolConfig', 'none of its functions is declared', 'd:extra.toolConfig')
  else if (choice !== 'auto' && choice !== 'none')
    drop('toolChoice', functions.length === 0 ? 'no functions are declared' : 'the tool is not declared')
}

type ToWire = (name: string) => string

/** Returns a choice in wire form if the declared functions can satisfy it; else null. */
function wireChoice(choice: ToolChoice, functions: readonly string[], toWire: ToWire): JsonObject | null {
  if (choice === 'auto' || choice === 'none') return { mode: choice.toUpperCase() }
  if (choice === 'required') return { mode: 'ANY' }
  const name = toWire(choice.tool)
  return functions.includes(name) ? { mode: 'ANY', allowedFunctionNames: [name] } : null
}

/**
 * Returns an imported choice that no other API has: a call of one of several functions, or validated calls. Returns
 * undefined if there is no such choice, and null if its functions are not declared.
 */
function importedChoice(
  given: unknown,
  functions: readonly string[],
  toWire: ToWire,
): JsonObject | null | undefined {
  if (!isObject(given)) return undefined
  const { mode, allowedFunctionNames: allowed } = given
  if (mode !== 'ANY' && mode !== 'VALIDATED') return undefined
  if (!Array.isArray(allowed)) return { mode }
  const known = allowed.filter(name => typeof name === 'string').map(toWire)
  const declared = known.filter(name => functions.includes(name))
  return declared.length > 0 ? { mode, allowedFunctionNames: declared } : null
}
