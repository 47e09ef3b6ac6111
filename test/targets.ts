import { type TargetName, targetNames } from '../src/core/ir/target-name.ts'
import type { MessageFormat } from './arbitrary/index.ts'
import * as said from './conformance/said.ts'
import * as calls from './move/wire.ts'
import { aiSdkMutants } from './rules/ai-sdk.ts'
import { anthropicMutants } from './rules/anthropic.ts'
import { geminiMutants } from './rules/gemini.ts'
import type { Mutants } from './rules/mutant.ts'
import { openaiMutants } from './rules/openai.ts'
import { chatMutants } from './rules/openai-chat.ts'
import { textMutants } from './rules/text.ts'

type Fields = Readonly<Record<string, unknown>>

/** Facts about a target that tests and scripts hold it against, read apart from the target's own code. */
export interface TargetRow {
  /** Models to compile for; the first is the one where a single model will do. */
  readonly models: readonly [model: string, ...others: string[]]
  /** Model whose facts fit a request that was compiled without one; the first of `models` if absent. */
  readonly unnamed?: string
  /** Format of the messages that an application of this API has. */
  readonly format: MessageFormat
  /** Messages and settings of the smallest request, without its model. */
  readonly hello: object
  /** Broken requests for each rule. */
  readonly mutants: Mutants
  /** Ids of calls that the API takes. */
  readonly legalId: RegExp
  /** Models that certainly reason, on their own vendor's API. */
  readonly reasons: RegExp
  /** Whether a user must speak first and last. */
  readonly wantsUser: boolean
  /** Whether an answer is a list in which any part may follow any other. */
  readonly keepsOrder: boolean
  /** Reads the calls of a request's messages. */
  readonly calls: (messages: readonly Fields[]) => readonly calls.SentCall[]
  /** Reads the contents of a request after its instruction; null for a format in which calls look like text. */
  readonly said: ((request: Fields) => readonly said.Said[]) | null
  /**
   * Parts of a request in the order in which its provider caches them, and the list of messages that it joins, with the
   * key of their pieces; null for a format of which it caches paragraphs.
   */
  readonly cached: {
    readonly order: readonly string[]
    readonly joined?: readonly [list: string, pieces: string]
  } | null
}

const user = { role: 'user', content: 'Hi' }
const none = /^$/

/** Every target, for the tests and scripts that go through them all. */
export const targets: Readonly<Record<TargetName, TargetRow>> = {
  openai: {
    models: ['gpt-5.4', 'gpt-4.1', 'gpt-4o'],
    format: 'openai',
    hello: { input: 'Hi' },
    mutants: openaiMutants,
    legalId: /^[\w-]{1,64}$/,
    reasons: /^(o3|gpt-[56])/,
    wantsUser: false,
    keepsOrder: true,
    calls: calls.responses,
    said: said.responses,
    cached: { order: ['tools', 'instructions', 'input'] },
  },
  'openai-chat': {
    models: ['gpt-5.4', 'gpt-4.1', 'gpt-4o', 'deepseek-chat'],
    format: 'openai-chat',
    hello: { messages: [user] },
    mutants: chatMutants,
    // Up to 40 UTF-16 units, none of them half a character.
    legalId: /^(?=[\s\S]{1,40}$)(?:[^\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])+$/,
    reasons: none,
    wantsUser: false,
    keepsOrder: false,
    calls: calls.chat,
    said: said.chat,
    cached: { order: ['tools', 'messages'] },
  },
  anthropic: {
    models: ['claude-sonnet-5', 'claude-opus-4-8', 'claude-haiku-4-5'],
    format: 'anthropic',
    hello: { max_tokens: 64, messages: [user] },
    mutants: anthropicMutants,
    legalId: /^[\w-]{1,64}$/,
    reasons: /claude-(?!3|nobody)/,
    wantsUser: true,
    keepsOrder: true,
    calls: calls.anthropic,
    said: said.anthropic,
    cached: { order: ['tools', 'system', 'messages'], joined: ['messages', 'content'] },
  },
  gemini: {
    models: ['gemini-3.8-flash', 'gemini-2.5-pro', 'gemini-2.0-flash'],
    format: 'gemini',
    hello: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    mutants: geminiMutants,
    // The API also pairs calls without an id, by name and order.
    legalId: /^\P{Surrogate}+$/u,
    reasons: /gemini-(?!2\.0|nobody)/,
    wantsUser: true,
    keepsOrder: true,
    calls: calls.gemini,
    said: said.gemini,
    cached: {
      order: ['config/systemInstruction', 'config/tools', 'contents'],
      joined: ['contents', 'parts'],
    },
  },
  text: {
    models: ['mistral-small', 'gpt-5.4'],
    format: 'text',
    hello: { messages: [user] },
    mutants: textMutants,
    legalId: none,
    reasons: none,
    wantsUser: false,
    keepsOrder: true,
    calls: calls.words,
    said: null,
    cached: null,
  },
  'ai-sdk': {
    models: ['claude-sonnet-5', 'claude-opus-4-8', 'gpt-5.4', 'gemini-2.5-pro', 'mistral-large'],
    unnamed: 'nobody',
    format: 'ai-sdk',
    hello: { messages: [user] },
    mutants: aiSdkMutants,
    legalId: /^[\w-]{1,40}$/,
    reasons: /claude-(?!3|nobody)|(^|\/)(o3|gpt-5)/,
    wantsUser: true,
    keepsOrder: true,
    calls: calls.aiSdk,
    said: said.aiSdk,
    cached: { order: ['tools', 'system', 'messages'], joined: ['messages', 'content'] },
  },
}

/** The usual model of each target. */
export const models = Object.fromEntries(
  targetNames.map(name => [name, targets[name].models[0]]),
) as Readonly<Record<TargetName, string>>
