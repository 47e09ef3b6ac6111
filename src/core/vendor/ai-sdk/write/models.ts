import type { ModelFacts, ModelRow } from '../../../ir/model.ts'
import { type KnownFacts, modelFactsOf } from '../../../target/facts.ts'
import {
  chatLimitsOf,
  claudeLimits,
  geminiLimits,
  type Limits,
  openaiLimits,
} from '../../../target/limits.ts'
import { claudeFacts, readsThinking } from '../../anthropic/write/models.ts'
import { geminiFacts } from '../../gemini/write/models.ts'
import { mayAcceptAudio, openaiFacts, readsReasoning } from '../../openai/write/shared/models.ts'
import { bareModel } from '../../rows/bare-model.ts'
import { type PackageRow, packageOf, vendorOfModel } from '../rows/packages.ts'
import { providerOf, type Vendor, vendorOfId } from '../rows/vendor.ts'

/** Rules for a prompt, from both the AI SDK's converter and the vendor's API. */
export interface AISDKRules {
  readonly vendor: Vendor
  /** Facts about the package that reads the request. */
  readonly reader: PackageRow
  /** Vendor that made the model; null if unknown. */
  readonly maker: Exclude<Vendor, 'other'> | null
  /** Places among the messages where system text is legal. */
  readonly lateSystem: 'anywhere' | 'after-user' | 'nowhere'
  /** Whether the first and the last message must be a user's. */
  readonly userEnds: boolean
  /**
   * Whether the converter marks an answer at the end as one that the model continues. If so, the last message need not
   * be a user's.
   */
  readonly prefill?: boolean
  /** Whether the package and the model take changes of the effort and of the output format among the messages. */
  readonly updates: boolean
  /** Whether the package asks the model to compact within its answers, and sends such a compaction back. */
  readonly compactsWithin: boolean
  /** Whether the API refuses texts of only white space. */
  readonly refusesBlank: boolean
  /** Whether a request with calls must declare tools. */
  readonly demandsTools: boolean
  /** Whether a tool result may contain files; otherwise they follow in a user message. */
  readonly filesInResults: boolean
  /** Whether the converter keeps a result's pieces separate. Other converters join the pieces or write them as JSON. */
  readonly piecesInResults: boolean
  /** Whether audio may be sent to the model. */
  readonly audio: boolean
  /** Whether `temperature` and `topP` may have other values than the default. */
  readonly sampling: boolean
  /**
   * Whether the converter turns a reasoning level into a thinking budget, because the model has no adaptive thinking.
   */
  readonly levelsAreBudgets: boolean
  /** Whether the request may ask for a format of the answer. */
  readonly schemas: boolean
  /** Limits of the API behind the package other than token limits. */
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
    updates: false,
    compactsWithin: false,
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

function openaiPackageFacts(model: string | null, rows?: Rows): KnownFacts<AISDKRules> {
  const { facts, known } = openaiFacts(model, rows)
  const chat = /\.(chat|completion)$/.test(providerOf(model ?? ''))
  const rules: AISDKRules = {
    ...safest.rules,
    vendor: 'openai',
    lateSystem: 'anywhere',
    userEnds: false,
    refusesBlank: false,
    ...readBy(model),
    updates: facts.rules.configurationUpdate && takesUpdates(model),
    compactsWithin: facts.rules.compactEndpoint === true && packageOf(model).compactsWithin === true,
    audio: model !== null && sendsSound(model, chat),
    // An unknown model keeps sampling settings: the converter or the API reports a setting that it refuses.
    sampling: facts.rules.sampling || !known,
    schemas: facts.rules.structuredOutputs,
    limits: chat ? chatLimitsOf(vendorOfId(model ?? '') === 'openai') : openaiLimits,
  }
  // An unknown model may support reasoning, so its own reasoning is sent back.
  return { facts: { ...facts, reasoning: facts.reasoning || !known, rules }, known }
}

/** Whether OpenAI's package sends configuration updates to a model; it throws if not. */
function takesUpdates(model: string | null): boolean {
  const { updates } = packageOf(model).changes ?? {}
  return updates !== undefined && new RegExp(updates).test(bareModel(model ?? ''))
}

/**
 * Whether audio may be sent. Only the converter to Chat Completions can write audio; the converter to Responses throws.
 */
const sendsSound = (model: string, chat: boolean): boolean =>
  chat ? mayAcceptAudio(model) : /audio/.test(model) && !providerOf(model).endsWith('.responses')

function anthropicPackageFacts(model: string | null, rows?: Rows): KnownFacts<AISDKRules> {
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

function googlePackageFacts(model: string | null, rows?: Rows): KnownFacts<AISDKRules> {
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

/** Returns the rules of the package that reads a request for a model, combined with the model's facts. */
function readBy(
  model: string | null,
): Pick<AISDKRules, 'reader' | 'maker' | 'filesInResults' | 'piecesInResults'> {
  const reader = packageOf(model)
  const { filesInResults = false, piecesInResults = false } = reader
  return { reader, maker: model === null ? null : vendorOfId(model), filesInResults, piecesInResults }
}

/** Packages whose converter marks an answer at the end as one that the model continues. */
const prefills = /mistral/

const rulesOfOther = (model: string): AISDKRules => ({
  ...safest.rules,
  ...readBy(model),
  prefill: prefills.test(providerOf(model)),
})

/** Returns the facts about a model whose package has no specific rules. The model's own limits apply on any host. */
function otherPackageFacts(model: string | null, rows?: Rows): KnownFacts<AISDKRules> {
  const maker = model === null ? null : vendorOfId(model)
  if (model === null) return { facts: safest, known: false }
  if (maker === null)
    return modelFactsOf({ models: [], unknown: { ...safest, rules: rulesOfOther(model) } }, model, rows)
  const { facts, known } = tables[maker](model, rows)
  // On any host, Claude refuses calls if no tools are declared.
  const { demandsTools } = facts.rules
  return {
    facts: { ...facts, reasoning: true, rules: { ...rulesOfOther(model), demandsTools } },
    known,
  }
}

const tables: { readonly [vendor in Vendor]: (model: string | null, rows?: Rows) => KnownFacts<AISDKRules> } =
  {
    openai: openaiPackageFacts,
    anthropic: anthropicPackageFacts,
    google: googlePackageFacts,
    other: otherPackageFacts,
  }

/** Returns the facts about a model: the rules of the package that calls the model, and the model's limits. */
export const aiSdkFacts = (model: string | null, rows?: Rows): KnownFacts<AISDKRules> =>
  tables[vendorOfModel(model)](model, rows)

/** Whether a model can read the reasoning that the model `producer` wrote. */
export function readsThought(model: string | null, producer: string): boolean {
  const vendor = vendorOfModel(model)
  if (vendor === 'anthropic') return readsThinking(claudeFacts(model).facts, model, producer)
  if (vendor === 'openai') return readsReasoning(openaiFacts(model).facts, model, producer)
  return model !== null && bareModel(producer) === bareModel(model)
}
