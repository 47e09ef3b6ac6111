import type { TargetName } from '../ir/target-name.ts'
import type { Target } from '../target/target.ts'
import type { TextRequest } from '../target/text/request.ts'
import type { AISDKRequest } from './ai-sdk/write/request.ts'
import type { AnthropicRequest } from './anthropic/write/request.ts'
import type { GeminiRequest } from './gemini/write/request.ts'
import type { ChatRequest } from './openai/write/chat/request.ts'
import type { ResponsesRequest } from './openai/write/responses/request.ts'
import type { VendorName } from './rows/vendors.ts'

/** Request type of each target. */
export interface Requests {
  readonly openai: ResponsesRequest
  readonly 'openai-chat': ChatRequest
  readonly anthropic: AnthropicRequest
  readonly gemini: GeminiRequest
  readonly text: TextRequest
  readonly 'ai-sdk': AISDKRequest
}

/** Facts about a target that are known before its code is loaded. */
export interface Row {
  /** Vendor of the API; null for a format that several vendors share. */
  readonly vendor: VendorName | null
  /**
   * Models that the target serves. `own`: only the vendor's models. `any`: also other models, if the caller names the
   * target. `every`: every model, for conversations in the target's format.
   */
  readonly calls: 'own' | 'any' | 'every'
  /** Imports the target's code: a `Target`, as `loadTarget` returns it. */
  readonly load: () => Promise<object>
}

/**
 * Returns the promise of a target, with the target's type hidden. So the public types that use the table of targets
 * stay small. `loadTarget` restores the type.
 */
const hideTargetType = <Rules>(target: Promise<Target<Rules>>): Promise<object> => target

/** All targets by name. For each vendor, exactly one target has `models: 'own'`. */
export const targets = {
  openai: {
    vendor: 'openai',
    calls: 'own',
    load: () => hideTargetType(import('./openai/write/responses/index.ts').then(({ openai }) => openai)),
  },
  'openai-chat': {
    vendor: 'openai',
    calls: 'any',
    load: () => hideTargetType(import('./openai/write/chat/index.ts').then(({ openaiChat }) => openaiChat)),
  },
  anthropic: {
    vendor: 'anthropic',
    calls: 'own',
    load: () => hideTargetType(import('./anthropic/write/index.ts').then(({ anthropic }) => anthropic)),
  },
  gemini: {
    vendor: 'google',
    calls: 'own',
    load: () => hideTargetType(import('./gemini/write/index.ts').then(({ gemini }) => gemini)),
  },
  text: {
    vendor: null,
    calls: 'any',
    load: () => hideTargetType(import('../target/text/index.ts').then(({ text }) => text)),
  },
  'ai-sdk': {
    vendor: null,
    calls: 'every',
    load: () => hideTargetType(import('./ai-sdk/write/index.ts').then(({ aiSdk }) => aiSdk)),
  },
} as const satisfies { readonly [Name in TargetName]: Row }

/** Type of the table of targets, from which the types of requests are derived. */
export type Targets = typeof targets
