import { fieldsOf, isAbsentOrNull, textOfShape } from '../shape.ts'
import { type Check, checkNumberRange, checkRequiredString, type FakeLimits, pointerOf } from './check.ts'
import { checkRoot, checkStrict } from './schema.ts'
import type { Api } from './tools.ts'

const sampling: { readonly [param: string]: FakeLimits } = {
  temperature: { min: 0, max: 2 },
  top_p: { min: 0, max: 1 },
}

/** Ranges of number parameters. Source: openai 6.49.0 types; hindsight#58 for the minimum of 16 tokens. */
const limits: { readonly [api in Api]: { readonly [param: string]: FakeLimits } } = {
  chat: {
    ...sampling,
    presence_penalty: { min: -2, max: 2 },
    frequency_penalty: { min: -2, max: 2 },
    seed: { min: Number.MIN_SAFE_INTEGER, integer: true },
    max_tokens: { min: 1, integer: true },
    max_completion_tokens: { min: 1, integer: true },
  },
  responses: { ...sampling, max_output_tokens: { min: 16, integer: true } },
}

const reportUnsupported = ({ report }: Check, param: string, advice = ''): void => {
  const text = `Unsupported parameter: '${param}' is not supported with this model.${advice}`
  report('params', pointerOf(param), text, { param, code: 'unsupported_parameter' })
}

/** Checks parameters that depend on the model. Source: recorded rejections, developers.openai.com reasoning page. */
export const checkParams = (check: Check, api: Api): void => {
  const { request, facts, report } = check
  for (const [name, range] of Object.entries(limits[api])) {
    if (!isAbsentOrNull(request[name]))
      checkNumberRange(report, request[name], name, range, api === 'chat' ? 'C11' : 'R17')
  }
  const effort = api === 'chat' ? request.reasoning_effort : fieldsOf(request.reasoning).effort
  checkEffort(effort, check, api)
  const reasons = !isAbsentOrNull(effort) && effort !== 'none'
  if (facts.sampling === 'none' || (facts.sampling === 'effort-none' && reasons)) checkSampling(check)
  if (api === 'chat' && facts.reasoning && !isAbsentOrNull(request.max_tokens)) {
    reportUnsupported(check, 'max_tokens', " Use 'max_completion_tokens' instead.")
  }
}

const checkEffort = (effort: unknown, check: Check, api: Api): void => {
  const { facts, report } = check
  const param = api === 'chat' ? 'reasoning_effort' : 'reasoning.effort'
  if (!isAbsentOrNull(effort) && !facts.reasoning) reportUnsupported(check, param)
  if (effort === 'none' && facts.reasoning && !facts.effortNone) {
    report('C9', pointerOf(param), `Unsupported value: '${param}' does not support 'none' with this model.`, {
      param,
      code: 'unsupported_value',
    })
  }
}

/** Checks sampling parameters for a model without sampling, which accepts only the default temperature. */
const checkSampling = (check: Check): void => {
  const { temperature, top_p: topP } = check.request
  if (!isAbsentOrNull(temperature) && temperature !== 1) {
    const text = `'temperature' does not support ${String(temperature)} with this model.`
    const found = `Unsupported value: ${text} Only the default (1) value is supported.`
    check.report('params', '/temperature', found, { param: 'temperature', code: 'unsupported_value' })
  }
  if (!isAbsentOrNull(topP) && topP !== 1) reportUnsupported(check, 'top_p')
}

/** Checks the output format, with a strict or non-strict schema (rules R12, C10). Source: structured-outputs page. */
export const checkFormat = ({ request, facts, report }: Check, api: Api): void => {
  const param = api === 'chat' ? 'response_format' : 'text.format'
  const format = fieldsOf(api === 'chat' ? request.response_format : fieldsOf(request.text).format)
  if (format.type !== 'json_schema') return
  const own = api === 'chat' ? fieldsOf(format.json_schema) : format
  const base = api === 'chat' ? `${param}.json_schema` : param
  checkRequiredString(report, own.name, `${base}.name`, { min: 1, max: 64 })
  const named = {
    schema: own.schema,
    owner: `response_format '${textOfShape(own.name)}'`,
    param: api === 'chat' ? param : `${param}.schema`,
    code: api === 'chat' ? null : 'invalid_json_schema',
    rule: api === 'chat' ? 'C10' : 'R12',
  } as const
  if (!facts.jsonSchema) {
    const text = `Invalid parameter: '${param}' of type 'json_schema' is not supported with this model.`
    report(api === 'chat' ? 'C13' : 'R19', api === 'chat' ? '/response_format' : '/text/format', text, {
      param,
    })
  }
  if (checkRoot(named, report) && own.strict === true) checkStrict(named, facts, report)
}
