import type { ModelFacts } from '../../ir/model.ts'
import { claudeFacts, reads } from '../anthropic/models.ts'
import { bareModel, type KnownFacts } from '../facts.ts'
import { geminiFacts } from '../gemini/models.ts'
import { vendorOf } from '../infer.ts'
import { openaiFacts, readsReasoning } from '../openai/models.ts'

/** Whose API a request ends at; `other` is any that the tables do not know. */
export type Vendor = 'openai' | 'anthropic' | 'google' | 'other'

/** What the AI SDK's converter to a vendor, and that vendor's API behind it, make of a prompt. */
export interface AISDKRules {
  readonly vendor: Vendor
  /** Where system text may stand among the messages. */
  readonly lateSystem: 'anywhere' | 'after-user' | 'nowhere'
  /** A user speaks first and last. */
  readonly userEnds: boolean
  /** White space alone is no text. */
  readonly refusesBlank: boolean
  /** Calls want declared tools. */
  readonly demandsTools: boolean
  /** A result may hold files; where it may not, they follow in a message of the user's. */
  readonly filesInResults: boolean
  /** What a provider's own tools did may go back. */
  readonly providerTools: boolean
  /** Sound may be sent. */
  readonly audio: boolean
  readonly bindsReasoning: boolean
  /** Temperature and `topP` may be other than the default. */
  readonly sampling: boolean
  /** The form of an answer may be asked for. */
  readonly schemas: boolean
}

const prefixes: readonly (readonly [RegExp, Vendor])[] = [
  [/^(openai|azure)\b/, 'openai'],
  [/^(anthropic|.*\banthropic\b)/, 'anthropic'],
  [/^(google|gemini|vertex)\b/, 'google'],
]

/** The AI SDK's provider in front of a model id (`openai.chat/gpt-4.1`); empty for none. */
const providerOf = (model: string): string => model.slice(0, Math.max(0, model.lastIndexOf('/')))

/** The vendor of a model id, told by the id, else by the provider in front of it. */
export function vendorOfModel(model: string | null): Vendor {
  if (model === null) return 'other'
  const provider = providerOf(model)
  return vendorOf(model) ?? prefixes.find(([pattern]) => pattern.test(provider))?.[1] ?? 'other'
}

const safest: ModelFacts<AISDKRules> = {
  vendor: 'unknown',
  family: 'unknown',
  window: null,
  output: null,
  encoding: null,
  reasoning: true,
  cache: { minimum: null, mode: 'implicit' },
  image: { estimate: 1_400, max: 48_169 },
  rules: {
    vendor: 'other',
    lateSystem: 'nowhere',
    userEnds: true,
    refusesBlank: true,
    demandsTools: false,
    filesInResults: false,
    providerTools: true,
    audio: false,
    bindsReasoning: false,
    sampling: true,
    schemas: true,
  },
}

function openai(model: string | null): KnownFacts<AISDKRules> {
  const { facts, known } = openaiFacts(model)
  const chat = /^[a-z-]+\.chat$/.test(providerOf(model ?? ''))
  const rules: AISDKRules = {
    ...safest.rules,
    vendor: 'openai',
    lateSystem: 'anywhere',
    userEnds: false,
    refusesBlank: false,
    // The converter to Chat writes a file in a result as its base64, which the model would read as words.
    filesInResults: !chat,
    providerTools: !chat,
    audio: /audio/.test(model ?? ''),
    sampling: facts.rules.sampling,
    schemas: facts.rules.structuredOutputs,
  }
  return { facts: { ...facts, rules }, known }
}

function anthropic(model: string | null): KnownFacts<AISDKRules> {
  const { facts, known } = claudeFacts(model)
  const { midSystem, bindsThinking, sampling } = facts.rules
  const rules: AISDKRules = {
    ...safest.rules,
    vendor: 'anthropic',
    lateSystem: midSystem ? 'after-user' : 'nowhere',
    demandsTools: true,
    filesInResults: true,
    bindsReasoning: bindsThinking,
    sampling,
  }
  return { facts: { ...facts, rules }, known }
}

function google(model: string | null): KnownFacts<AISDKRules> {
  const { facts, known } = geminiFacts(model === null ? null : bareModel(model))
  const rules: AISDKRules = {
    ...safest.rules,
    vendor: 'google',
    refusesBlank: false,
    // Before Gemini 3 the converter leaves out the response of a call that gave a file.
    filesInResults: /gemini-[3-9]/.test(model ?? ''),
    audio: true,
  }
  return { facts: { ...facts, rules }, known }
}

const tables: { readonly [vendor in Vendor]: (model: string | null) => KnownFacts<AISDKRules> } = {
  openai,
  anthropic,
  google,
  other: () => ({ facts: safest, known: false }),
}

/** The facts of a model, from its vendor's table. */
export const aiSdkFacts = (model: string | null): KnownFacts<AISDKRules> =>
  tables[vendorOfModel(model)](model)

/** Whether a model reads the reasoning that another wrote. */
export function readsThought(model: string | null, producer: string): boolean {
  const vendor = vendorOfModel(model)
  if (vendor === 'anthropic') return reads(claudeFacts(model).facts, model, producer)
  if (vendor === 'openai') return readsReasoning(openaiFacts(model).facts, model, producer)
  return model !== null && bareModel(producer) === bareModel(model)
}
