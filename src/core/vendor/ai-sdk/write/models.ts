import type { ModelFacts, ModelRow } from '../../../ir/model.ts'
import { factsOf, type KnownFacts } from '../../../target/facts.ts'
import {
  chatLimitsOf,
  claudeLimits,
  geminiLimits,
  type Limits,
  openaiLimits,
} from '../../../target/limits.ts'
import { claudeFacts, reads } from '../../anthropic/write/models.ts'
import { geminiFacts } from '../../gemini/write/models.ts'
import { openaiFacts, readsReasoning, takesSound } from '../../openai/write/shared/models.ts'
import { bareModel } from '../../rows/bare-model.ts'
import { type PackageRow, packageOf, vendorOfModel } from '../rows/packages.ts'
import { providerOf, type Vendor, vendorOfId } from '../rows/vendor.ts'

/** Rules that the AI SDK's converter to a vendor, and the vendor's API, apply to a prompt. */
export interface AISDKRules {
  readonly vendor: Vendor
  /** Package that reads the request. */
  readonly reader: PackageRow
  /** Vendor that made the model; null if unknown. */
  readonly maker: Exclude<Vendor, 'other'> | null
  /** Places among the messages that take system text. */
  readonly lateSystem: 'anywhere' | 'after-user' | 'nowhere'
  /** Whether a user must speak first and last. */
  readonly userEnds: boolean
  /** Whether the converter marks an answer at the end as the beginning of the next one, so that a user need not speak last. */
  readonly prefill?: boolean
  /** Whether blank text is refused. */
  readonly refusesBlank: boolean
  /** Whether calls need declared tools. */
  readonly demandsTools: boolean
  /** Whether a result may hold files; otherwise they follow in a user message. */
  readonly filesInResults: boolean
  /** Whether the converter keeps the pieces of a result; others join them, or write them as JSON. */
  readonly piecesInResults: boolean
  /** Whether audio may be sent. */
  readonly audio: boolean
  /** Whether temperature and `topP` may differ from the default. */
  readonly sampling: boolean
  /** Whether a reasoning level becomes a thinking budget, because the model has no adaptive thinking. */
  readonly levelsAreBudgets: boolean
  /** Whether a form of the answer may be requested. */
  readonly schemas: boolean
  /** Limits of the API behind the package that are not tokens. */
  readonly limits: Limits
}

type Rows = readonly ModelRow[]

const safest: ModelFacts<AISDKRules> = {
  vendor: 'unknown',
  family: 'unknown',
  window: null,
  output: null,
  encoding: null,
  reasoning: true,
  cache: { minimum: null, mode: 'implicit' },
  image: { estimate: 1_400, max: 48_169, rule: 'unknown' },
  rules: {
    vendor: 'other',
    reader: packageOf(null),
    maker: null,
    lateSystem: 'nowhere',
    userEnds: true,
    refusesBlank: true,
    demandsTools: false,
    filesInResults: false,
    piecesInResults: false,
    audio: false,
    sampling: true,
    levelsAreBudgets: false,
    schemas: true,
    limits: {},
  },
}

function openai(model: string | null, rows?: Rows): KnownFacts<AISDKRules> {
  const { facts, known } = openaiFacts(model, rows)
  const chat = /\.(chat|completion)$/.test(providerOf(model ?? ''))
  const rules: AISDKRules = {
    ...safest.rules,
    vendor: 'openai',
    lateSystem: 'anywhere',
    userEnds: false,
    refusesBlank: false,
    ...readBy(model),
    audio: model !== null && sendsSound(model, chat),
    // An unknown model keeps sampling settings: its converter and its API report those that it refuses.
    sampling: facts.rules.sampling || !known,
    schemas: facts.rules.structuredOutputs,
    limits: chat ? chatLimitsOf(vendorOfId(model ?? '') === 'openai') : openaiLimits,
  }
  // An unknown model may reason, so its reasoning is sent back to it.
  return { facts: { ...facts, reasoning: facts.reasoning || !known, rules }, known }
}

/** Whether audio may be sent: only the converter to Chat has a form for it; the one to Responses throws. */
const sendsSound = (model: string, chat: boolean): boolean =>
  chat ? takesSound(model) : /audio/.test(model) && !providerOf(model).endsWith('.responses')

function anthropic(model: string | null, rows?: Rows): KnownFacts<AISDKRules> {
  const { facts, known } = claudeFacts(model, rows)
  const { midSystem, sampling, thinking } = facts.rules
  const rules: AISDKRules = {
    ...safest.rules,
    vendor: 'anthropic',
    lateSystem: midSystem && packageOf(model).systemFirst !== true ? 'after-user' : 'nowhere',
    demandsTools: true,
    ...readBy(model),
    sampling,
    levelsAreBudgets: thinking.includes('enabled') && !thinking.includes('adaptive'),
    limits: claudeLimits(facts),
  }
  return { facts: { ...facts, rules }, known }
}

function google(model: string | null, rows?: Rows): KnownFacts<AISDKRules> {
  const { facts, known } = geminiFacts(model, rows)
  const rules: AISDKRules = {
    ...safest.rules,
    vendor: 'google',
    refusesBlank: false,
    ...readBy(model),
    // Before Gemini 3, the converter drops the response of a call that returned a file.
    filesInResults: /gemini-[3-9]/.test(model ?? ''),
    piecesInResults: /gemini-[3-9]/.test(model ?? ''),
    audio: true,
    limits: geminiLimits,
  }
  return { facts: { ...facts, rules }, known }
}

/** Returns the rules of the package that reads a request for a model. */
function readBy(
  model: string | null,
): Pick<AISDKRules, 'reader' | 'maker' | 'filesInResults' | 'piecesInResults'> {
  const reader = packageOf(model)
  const { filesInResults = false, piecesInResults = false } = reader
  return { reader, maker: model === null ? null : vendorOfId(model), filesInResults, piecesInResults }
}

/** Converters that mark an answer at the end for the model to continue. */
const prefills = /mistral/

const rulesOfOther = (model: string): AISDKRules => ({
  ...safest.rules,
  ...readBy(model),
  prefill: prefills.test(providerOf(model)),
})

/** Returns the facts of a model behind a converter without rules here: the model's limits hold on any server. */
function other(model: string | null, rows?: Rows): KnownFacts<AISDKRules> {
  const maker = model === null ? null : vendorOfId(model)
  if (model === null) return { facts: safest, known: false }
  if (maker === null)
    return factsOf({ models: [], unknown: { ...safest, rules: rulesOfOther(model) } }, model, rows)
  const { facts, known } = tables[maker](model, rows)
  // Behind any server, Claude refuses calls without tools.
  const { demandsTools } = facts.rules
  return {
    facts: { ...facts, reasoning: true, rules: { ...rulesOfOther(model), demandsTools } },
    known,
  }
}

const tables: { readonly [vendor in Vendor]: (model: string | null, rows?: Rows) => KnownFacts<AISDKRules> } =
  {
    openai,
    anthropic,
    google,
    other,
  }

/** Returns the facts of a model: the rules of the called provider, with the limits of the model. */
export const aiSdkFacts = (model: string | null, rows?: Rows): KnownFacts<AISDKRules> =>
  tables[vendorOfModel(model)](model, rows)

/** Whether a model can read the reasoning of `producer`. */
export function readsThought(model: string | null, producer: string): boolean {
  const vendor = vendorOfModel(model)
  if (vendor === 'anthropic') return reads(claudeFacts(model).facts, model, producer)
  if (vendor === 'openai') return readsReasoning(openaiFacts(model).facts, model, producer)
  return model !== null && bareModel(producer) === bareModel(model)
}
