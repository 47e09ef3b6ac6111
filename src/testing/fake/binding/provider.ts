import { type Fields, isFields, listOfShape, textOfShape } from '../shape.ts'
import type { BindingAnswer } from './answer.ts'
import { answerClaude, refusedClaudeAnswer } from './anthropic/answer.ts'
import { countClaude } from './anthropic/count.ts'
import { judgeClaude } from './anthropic/judge.ts'
import type { BindingJudgement } from './judgement.ts'
import { answerGpt, refusedGptAnswer } from './openai/answer.ts'
import { compactGpt } from './openai/compact.ts'
import { judgeGpt } from './openai/judge.ts'
import type { BindingOptions, BindingSettings } from './options.ts'
import type { Refusal } from './refusal.ts'
import { type BindingVendor, ruleSwitches } from './rules.ts'

/** Provider that signs each reasoning item together with all content before it. The provider keeps no state. */
export interface BindingProvider {
  /**
   * Answers a request. `script` is the answer's `content` (Claude) or `output` (OpenAI) without signatures; the
   * provider adds them. By default, the answer is a thought and a text, or a compaction if the request asks for one.
   */
  readonly answer: (request: unknown, script?: readonly Fields[]) => BindingAnswer
  /** Judges every reasoning item of a request. */
  readonly judge: (request: unknown) => BindingJudgement
  /** Answers a request to `/responses/compact`, which only OpenAI has. */
  readonly compact: (request: unknown) => BindingAnswer
  /** Answers a request to `/v1/messages/count_tokens`, which only Anthropic has. */
  readonly count: (request: unknown) => BindingAnswer
}

/** Creates a fake provider of one vendor, whose models bind reasoning to earlier content. */
export const bindingProvider = (vendor: BindingVendor, options: BindingOptions = {}): BindingProvider => {
  const { without = [], ...given } = options
  const settings: BindingSettings = { ...defaults[vendor], ...given, applies: ruleSwitches(vendor, without) }
  const { answer, judge, compact, count } = vendors[vendor]
  const answered = (
    request: unknown,
    by: (body: Fields, sent: BindingSettings) => BindingAnswer,
  ): BindingAnswer => {
    const { body, sent } = asSentBySDK(request, settings)
    const { status, body: response } = by(body, sent)
    return { status, body: asJSONObject(response) }
  }
  return {
    answer: (request, script) => answered(request, (body, sent) => answer(body, script ?? null, sent)),
    judge: request => {
      const { body, sent } = asSentBySDK(request, settings)
      const { alive, dead, refused } = judge(body, sent)
      return { alive, dead, refused }
    },
    compact: request => answered(request, compact),
    count: request => answered(request, count),
  }
}

/** Returns a request body as Anthropic's SDK sends it, and settings with the header values made from `betas`. */
const asSentBySDK = (
  request: unknown,
  settings: BindingSettings,
): { readonly body: Fields; readonly sent: BindingSettings } => {
  const { betas, ...body } = asJSONObject(request)
  return { body, sent: { ...settings, betas: [...settings.betas, ...listOfShape(betas).map(textOfShape)] } }
}

const notFound: Refusal = { status: 404, message: 'Not found', code: null }

const vendors = {
  anthropic: {
    answer: answerClaude,
    judge: judgeClaude,
    compact: () => refusedClaudeAnswer(notFound),
    count: countClaude,
  },
  openai: {
    answer: answerGpt,
    judge: judgeGpt,
    compact: compactGpt,
    count: () => refusedGptAnswer(notFound),
  },
}

const shared = {
  betas: [],
  account: 'account',
  endUser: 'user',
  linked: [],
  isOldAccount: false,
  platform: 'claude',
  compaction: 'summary',
  media: () => undefined,
  held: () => undefined,
  key: 'key',
} as const

const defaults = {
  anthropic: { ...shared, model: 'claude-opus-5-5' },
  openai: { ...shared, model: 'gpt-6.2-astra' },
}

/** Returns a request in the form that JSON would transmit. */
const asJSONObject = (value: unknown): Fields => {
  const copy: unknown = JSON.parse(JSON.stringify(value) ?? 'null')
  if (!isFields(copy)) throw new TypeError(`request must be a JSON object, got ${JSON.stringify(copy)}`)
  return copy
}
