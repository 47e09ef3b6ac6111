import { fieldsOf, isAbsentOrNull, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'

const forced = new Set(['any', 'tool'])

/** Whether thinking is on, because the request asks for it or the model thinks by default. */
export const isThinkingOn = ({ request, facts }: Pick<Check, 'request' | 'facts'>): boolean => {
  const { type } = fieldsOf(request.thinking)
  return type === undefined ? facts.thinksByDefault : type !== 'disabled'
}

/**
 * Checks that the model supports the thinking mode (rule A14), and that no tool is forced while thinking is on (rule
 * A13). Source: platform.claude.com thinking page.
 */
export const checkThinkingMode = (check: Check): void => {
  const { request, facts, report } = check
  if (isAbsentOrNull(request.thinking)) return
  const { type } = fieldsOf(request.thinking)
  if (type === 'enabled') checkEnabled(check)
  else if (type === 'disabled') checkDisabled(check)
  else if (type === 'adaptive') {
    if (!facts.thinkingAdaptive)
      report('A14', '/thinking/type', 'adaptive thinking is not supported on this model')
  } else {
    const found = `Input tag '${textOfShape(type)}' found using 'type'`
    const text = `thinking: ${found} does not match any of the expected tags: 'adaptive', 'disabled', 'enabled'`
    report('shape', '/thinking/type', text)
  }
}

const checkEnabled = ({ request, facts, report }: Check): void => {
  const { budget_tokens: budget } = fieldsOf(request.thinking)
  if (!facts.thinkingEnabled) {
    report(
      'A14',
      '/thinking/type',
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and ' +
        '"output_config.effort" to control thinking behavior.',
    )
  }
  if (typeof budget !== 'number')
    report('shape', '/thinking', 'thinking.enabled.budget_tokens: Field required')
  else if (budget < 1024) {
    const text = 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024'
    report('shape', '/thinking', text)
  } else if (typeof request.max_tokens === 'number' && request.max_tokens <= budget) {
    report(
      'shape',
      '/max_tokens',
      '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at ' +
        'https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size',
    )
  }
  if (forced.has(textOfShape(fieldsOf(request.tool_choice).type))) {
    report('A13', '/tool_choice', 'Thinking may not be enabled when tool_choice forces tool use.')
  }
}

const checkDisabled = ({ request, facts, report }: Check): void => {
  const { effort } = fieldsOf(request.output_config)
  if (facts.thinkingDisabled === 'never') {
    report(
      'A14',
      '/thinking/type',
      '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not ' +
        'specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.',
    )
  } else if (facts.thinkingDisabled === 'low-effort' && (effort === 'xhigh' || effort === 'max')) {
    report(
      'A14',
      '/thinking/type',
      `"thinking.type.disabled" is not supported with effort "${effort}" for this model.`,
    )
  }
}

/**
 * Checks number ranges that are equal for every model. Error texts as recorded in 2026-08: anthropic-sdk-python#893.
 */
const checkRanges = ({ request, report }: Pick<Check, 'request' | 'report'>): void => {
  for (const name of ['temperature', 'top_p']) {
    const value = request[name]
    if (typeof value === 'number' && !(value >= 0 && value <= 1))
      report('A27', `/${name}`, `${name}: range: 0..1`)
  }
  if (typeof request.top_k === 'number' && !Number.isInteger(request.top_k))
    report('A27', '/top_k', 'top_k: Input should be a valid integer')
}

/**
 * Checks `max_tokens: 0`, which is allowed only to warm the cache. Source: prompt-caching page, "Pre-warming the
 * cache".
 */
export const checkPrewarm = ({ request, report }: Check): void => {
  if (request.max_tokens !== 0) return
  const alone =
    request.stream !== true &&
    fieldsOf(request.thinking).type !== 'enabled' &&
    isAbsentOrNull(fieldsOf(request.output_config).format) &&
    !forced.has(textOfShape(fieldsOf(request.tool_choice).type))
  if (!alone) report('A27', '/max_tokens', 'max_tokens: must be greater than or equal to 1')
}

/**
 * Checks sampling parameters by model, and while thinking is on (rule A15). Source: migration guide; recorded
 * rejections.
 */
export const checkSampling = ({ request, facts, report }: Check): void => {
  const { temperature, top_p: topP, top_k: topK } = request
  const set = (value: unknown, standard: number | null): boolean =>
    !isAbsentOrNull(value) && value !== standard
  if (facts.sampling === 'none') {
    if (set(temperature, 1)) report('A15', '/temperature', '`temperature` is deprecated for this model.')
    if (set(topP, 1)) report('A15', '/top_p', '`top_p` is deprecated for this model.')
    if (set(topK, null)) report('A15', '/top_k', '`top_k` is deprecated for this model.')
    return
  }
  checkRanges({ request, report })
  if (facts.sampling === 'one' && !isAbsentOrNull(temperature) && !isAbsentOrNull(topP)) {
    const text = '`temperature` and `top_p` cannot both be specified for this model. Please use only one.'
    report('A15', '/temperature', text)
  }
  if (!isThinkingOn({ request, facts })) return
  const advice =
    'Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking'
  if (set(temperature, 1)) {
    const text = '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.'
    report('A15', '/temperature', `${text} ${advice}`)
  }
  if (set(topK, null)) report('A15', '/top_k', `\`top_k\` must be unset when thinking is enabled. ${advice}`)
}
