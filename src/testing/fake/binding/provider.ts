import { type Fields, isFields, listOfShape, textOfShape } from '../shape.ts'
import type { BindingAnswer } from './answer.ts'
import { answerClaude, refusedClaudeAnswer } from './anthropic/answer.ts'
import { judgeClaude } from './anthropic/judge.ts'
import type { BindingJudgement } from './judgement.ts'
import { answerGpt } from './openai/answer.ts'
import { compactGpt } from './openai/compact.ts'
import { judgeGpt } from './openai/judge.ts'
import type { BindingOptions, BindingSettings } from './options.ts'
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
}

/** Creates a fake provider of one vendor, whose models bind reasoning to earlier content. */
export const bindingProvider = (vendor: BindingVendor, options: BindingOptions = {}): BindingProvider => {
  const { without = [], ...given } = options
  const settings: BindingSettings = { ...defaults[vendor], ...given, applies: ruleSwitches(vendor, without) }
  const { answer, judge, compact } = vendors[vendor]
  return {
    answer: (request, script) => {
      const { body, sent } = asSentBySDK(request, settings)
      const { status, body: response } = answer(body, script ?? null, sent)
      return { status, body: asJSONObject(response) }
    },
    judge: request => {
      const { body, sent } = asSentBySDK(request, settings)
      const { alive, dead, refused } = judge(body, sent)
      return { alive, dead, refused }
    },
    compact: request => {
      const { body, sent } = asSentBySDK(request, settings)
      const { status, body: response } = compact(body, sent)
      return { status, body: asJSONObject(response) }
    },
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

const vendors = {
  anthropic: {
    answer: answerClaude,
    judge: judgeClaude,
    compact: () => refusedClaudeAnswer({ status: 404, message: 'Not found', code: null }),
  },
  openai: { answer: answerGpt, judge: judgeGpt, compact: compactGpt },
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
