import { fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { firstRejectedReference } from './schema.ts'

/** Limits of number settings: SDK name, API name, smallest and largest value, and whether only integers are valid. */
const ranges: readonly (readonly [key: string, wire: string, least: number, most: number, whole: boolean])[] =
  [
    ['temperature', 'temperature', 0, 2, false],
    ['topP', 'top_p', 0, 1, false],
    ['topK', 'top_k', 1, 2_147_483_647, true],
    ['maxOutputTokens', 'max_output_tokens', 1, 2_147_483_647, true],
    ['seed', 'seed', -2_147_483_648, 2_147_483_647, true],
    ['presencePenalty', 'presence_penalty', -2, 2, false],
    ['frequencyPenalty', 'frequency_penalty', -2, 2, false],
  ]

/** Checks number settings, thinking, penalties, and the answer format (rules G9, G11, G15 to G18). */
export const checkParams = (check: Check): void => {
  const { config, report } = check
  for (const [key, wire, least, most, whole] of ranges) {
    const value = config[key]
    if (isAbsentOrNull(value)) continue
    if (typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value)))
      continue
    const range = `[${whole ? least : least.toFixed(1)}, ${whole ? most : most.toFixed(1)}]`
    const field = `GenerateContentRequest.generation_config.${wire}`
    report('G15', `/config/${key}`, `* ${field}: ${wire} must be in the range ${range}.`)
  }
  const stops = listOfShape(config.stopSequences).length
  if (stops > 5) {
    const text = `Unable to submit request because it has a stopSequences value of ${stops} but the supported range is`
    report(
      'G15',
      '/config/stopSequences',
      `${text} from 1 (inclusive) to 6 (exclusive). Update the value and try again.`,
    )
  }
  for (const key of ['presencePenalty', 'frequencyPenalty'])
    if (config[key] && !check.facts.penalties)
      report('G17', `/config/${key}`, 'Penalty is not enabled for this model')
  checkThinking(check)
  checkAnswer(check)
  checkCache(check)
}

const checkThinking = (check: Check): void => {
  const { thinkingBudget: budget, thinkingLevel: level } = fieldsOf(check.config.thinkingConfig)
  if (!isAbsentOrNull(budget) && !isAbsentOrNull(level)) {
    const text = 'You can only set only one of thinking budget and thinking level.'
    check.report('G16', '/config/thinkingConfig', text)
  } else if (!isAbsentOrNull(level)) checkLevel(level, check)
  else if (!isAbsentOrNull(budget)) checkBudget(budget, check)
}

const checkLevel = (level: unknown, { facts, report }: Check): void => {
  if (facts.thinkingLevels.length === 0)
    report('G16', '/config/thinkingConfig', 'thinking_level is not supported by this model')
  else if (!facts.thinkingLevels.includes(textOfShape(level))) {
    const text = `Thinking level ${textOfShape(level)} is not supported for this model`
    report('G16', '/config/thinkingConfig', text)
  }
}

/** Checks `thinkingBudget`. The value -1 lets the model decide. */
const checkBudget = (budget: unknown, { facts, report }: Check): void => {
  if (budget === -1) {
    if (facts.thinkingBudget === null)
      report('G16', '/config/thinkingConfig', 'Thinking budget is not supported for this model.')
    return
  }
  const [least, most] = facts.thinkingBudget ?? [1, 0]
  const legal = typeof budget === 'number' && Number.isInteger(budget) && budget >= least && budget <= most
  if (!legal && !(budget === 0 && facts.thinkingOff))
    report('G16', '/config/thinkingConfig', `The thinking budget (${String(budget)}) is invalid.`)
}

const checkAnswer = ({ config, facts, report }: Check): void => {
  const { responseMimeType: type, responseSchema: own, responseJsonSchema: schema } = config
  if (!isAbsentOrNull(own) && !isAbsentOrNull(schema))
    report('G11', '/config', 'response_schema and response_json_schema are mutually exclusive')
  if ((!isAbsentOrNull(own) || !isAbsentOrNull(schema)) && isAbsentOrNull(type))
    report('G11', '/config', 'response_mime_type must be set where a response schema is')
  const bad = isAbsentOrNull(schema) ? undefined : firstRejectedReference(schema)
  if (bad !== undefined) report('G11', '/config/responseJsonSchema', `response_json_schema: ${bad}`)
  if (type !== 'application/json' || facts.jsonMode === 'always') return
  if (facts.jsonMode === 'never')
    report('G18', '/config/responseMimeType', 'JSON mode is not enabled for this model')
  else if (listOfShape(config.tools).length > 0) {
    const functions = listOfShape(config.tools).some(
      tool => !isAbsentOrNull(fieldsOf(tool).functionDeclarations),
    )
    const text = `with a response mime type: 'application/json' is unsupported`
    report('G18', '/config/responseMimeType', `${functions ? 'Function calling' : 'Tool use'} ${text}`)
  }
}

const checkCache = ({ config, report }: Check): void => {
  if (isAbsentOrNull(config.cachedContent)) return
  if ([config.systemInstruction, config.tools, config.toolConfig].every(isAbsentOrNull)) return
  const text =
    'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.'
  const fix = 'Proposed fix: move those values to CachedContent from GenerateContent request.'
  report('G9', '/config/cachedContent', `${text} ${fix}`)
}
