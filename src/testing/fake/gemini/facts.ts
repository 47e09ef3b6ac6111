import type { GeminiFacts } from '../facts.ts'

const first: GeminiFacts = {
  systemInstruction: true,
  functionCalling: true,
  thoughtSignatures: false,
  thinkingLevels: [],
  thinkingBudget: null,
  thinkingOff: false,
  penalties: true,
  jsonMode: 'without-tools',
  mixedTools: false,
}
const from25: GeminiFacts = { ...first, penalties: false, thinkingBudget: [1, 24_576], thinkingOff: true }
const from3: GeminiFacts = {
  ...from25,
  thoughtSignatures: true,
  thinkingLevels: ['LOW', 'MEDIUM', 'HIGH'],
  thinkingBudget: [1, 65_536],
  thinkingOff: false,
  jsonMode: 'always',
  mixedTools: true,
}
/** Facts of unlisted model generations from 4 on. */
const newest: GeminiFacts = { ...from3, thinkingBudget: null }
const flash3: GeminiFacts = { ...from3, thinkingLevels: ['MINIMAL', ...from3.thinkingLevels] }

/**
 * Google's models by id prefix; the longest prefix wins. Sources (2026-11): ai.google.dev pages on thinking, thought
 * signatures and tool combination; the issues that are listed in test/wire/gemini.
 */
const byPrefix: { readonly [prefix: string]: GeminiFacts } = {
  'gemini-': newest,
  'gemini-1': first,
  'gemini-2.0': first,
  'gemini-2.5': from25,
  'gemini-2.5-pro': { ...from25, thinkingBudget: [128, 32_768], thinkingOff: false },
  'gemini-2.5-flash-lite': { ...from25, thinkingBudget: [512, 24_576] },
  'gemini-flash-lite-latest': { ...from25, thinkingBudget: [512, 24_576] },
  'gemini-flash-latest': from3,
  'gemini-pro-latest': from3,
  'gemini-3': from3,
  'gemini-3-pro': { ...from3, thinkingLevels: ['LOW', 'HIGH'] },
  'gemini-3-flash': flash3,
  'gemini-3.1-flash-lite': flash3,
  'gemini-3.5': flash3,
  'gemini-3.6': flash3,
  gemma: { ...first, penalties: false },
  'gemma-3': {
    ...first,
    systemInstruction: false,
    functionCalling: false,
    penalties: false,
    jsonMode: 'never',
  },
}

/**
 * Returns the facts of a model id, with or without its resource path. An unknown id gets the facts of the newest model.
 */
export const geminiFacts = (model: string): GeminiFacts => {
  const id = model.slice(model.lastIndexOf('/') + 1)
  const prefixes = Object.keys(byPrefix).filter(prefix => id.startsWith(prefix))
  const longest = prefixes.reduce((best, prefix) => (prefix.length > best.length ? prefix : best), '')
  return byPrefix[longest] ?? newest
}
