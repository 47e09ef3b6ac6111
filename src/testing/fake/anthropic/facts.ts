import type { AnthropicFacts, SamplingFact } from '../facts.ts'

/** Features and limits of one Claude model. */
export type ClaudeFacts = AnthropicFacts & { readonly sampling: SamplingFact }

const early: ClaudeFacts = {
  prefill: true,
  firstUser: true,
  sampling: 'any',
  thinkingEnabled: true,
  thinkingAdaptive: false,
  thinkingDisabled: 'always',
  thinksByDefault: false,
  midSystem: false,
  bindsThinking: false,
  unreadableThinking: 'reject',
  readsThinkingOf: ['claude-'],
  structuredOutputs: false,
}
const oneSampler: ClaudeFacts = { ...early, sampling: 'one' }
const from45: ClaudeFacts = { ...oneSampler, structuredOutputs: true }
const from46: ClaudeFacts = { ...from45, prefill: false, thinkingAdaptive: true }
const from47: ClaudeFacts = { ...from46, sampling: 'none', thinkingEnabled: false }
const from5: ClaudeFacts = { ...from47, thinksByDefault: true, unreadableThinking: 'drop' }
const alwaysThinks: ClaudeFacts = { ...from5, thinkingDisabled: 'never', midSystem: true }
const binding: ClaudeFacts = { ...from5, bindsThinking: true, readsThinkingOf: [] }
const bindingFable: ClaudeFacts = {
  ...alwaysThinks,
  bindsThinking: true,
  readsThinkingOf: ['claude-opus-5', 'claude-opus-5-5'],
}

/**
 * Claude models by id prefix; the longest prefix wins. Sources (2026-09): platform.claude.com thinking and
 * preserved-thinking pages, structured-outputs page, migration guide, anthropics/claude-code issues; see
 * test/wire/anthropic.
 */
const byPrefix: { readonly [prefix: string]: ClaudeFacts } = {
  'claude-': { ...binding, midSystem: true },
  'claude-2': early,
  'claude-3': early,
  'claude-instant': early,
  'claude-opus-4': early,
  'claude-sonnet-4': early,
  'claude-haiku-4': from45,
  'claude-opus-4-1': oneSampler,
  'claude-opus-4-5': from45,
  'claude-sonnet-4-5': from45,
  'claude-opus-4-6': from46,
  'claude-sonnet-4-6': from46,
  'claude-opus-4-7': from47,
  'claude-opus-4-8': { ...from47, midSystem: true },
  'claude-mythos-preview': { ...from47, thinkingDisabled: 'never' },
  'claude-sonnet-5': from5,
  'claude-haiku-5': from5,
  'claude-opus-5': { ...from5, thinkingDisabled: 'low-effort', midSystem: true },
  'claude-fable-5': alwaysThinks,
  'claude-mythos-5': alwaysThinks,
  'claude-opus-5-5': { ...binding, thinkingDisabled: 'low-effort', midSystem: true },
  'claude-sonnet-5-5': binding,
  'claude-haiku-5-5': binding,
  'claude-fable-5-1': bindingFable,
  'claude-fable-5-2': bindingFable,
  'claude-mythos-5-1': bindingFable,
  'claude-mythos-5-2': bindingFable,
}

/**
 * Returns the facts of a Claude model id. An unknown Claude id gets the facts of the newest model; any other id gets
 * the facts of a model that accepts everything.
 */
export const claudeFacts = (model: string): ClaudeFacts => {
  const id = model.slice(Math.max(0, model.indexOf('claude-'))).replaceAll('.', '-')
  const prefixes = Object.keys(byPrefix).filter(prefix => id.startsWith(prefix))
  const longest = prefixes.reduce((best, prefix) => (prefix.length > best.length ? prefix : best), '')
  return byPrefix[longest] ?? { ...from46, prefill: true, sampling: 'any' }
}
