import type { OpenAIFacts, SamplingFact } from '../facts.ts'

/** Features and limits of one OpenAI model. */
export type GptFacts = OpenAIFacts & { readonly sampling: SamplingFact }

const plain: GptFacts = {
  reasoning: false,
  effortNone: false,
  sampling: 'any',
  chatTools: 'always',
  configurationUpdate: false,
  jsonArguments: false,
  schemaProperties: 5000,
  schemaLevels: 10,
  jsonSchema: true,
  cacheBreakpoints: false,
}
/** Facts of models from before August 2024, which have no structured outputs. */
const unformed: GptFacts = { ...plain, jsonSchema: false }
const reasoning: GptFacts = { ...plain, reasoning: true, sampling: 'none' }
const from51: GptFacts = { ...plain, reasoning: true, effortNone: true, sampling: 'effort-none' }
const from54: GptFacts = { ...from51, chatTools: 'without-effort' }
const from56: GptFacts = { ...from54, cacheBreakpoints: true }

/**
 * OpenAI models by id prefix; the longest prefix wins. Sources (2026-09): developers.openai.com
 * reasoning page, structured-outputs page, langchain-ai/langchain#40346, TheR1D/shell_gpt#801,
 * developers.openai.com guides/latest-model#gpt-5-1-parameter-compatibility, Kilo-Org/kilocode#13052,
 * genkit-ai/genkit#6303.
 */
const byPrefix: { readonly [prefix: string]: GptFacts } = {
  'gpt-3': unformed,
  'gpt-4': unformed,
  'gpt-4o': plain,
  'gpt-4o-2024-05-13': unformed,
  'gpt-4.': plain,
  chatgpt: unformed,
  o1: reasoning,
  o3: reasoning,
  o4: reasoning,
  'codex-': reasoning,
  'computer-use': reasoning,
  'gpt-5': reasoning,
  'gpt-5-chat': plain,
  'gpt-5.': from54,
  'gpt-5.1': from51,
  'gpt-5.2': from51,
  'gpt-5.3': from51,
  'gpt-5.6': { ...from56, chatTools: 'effort-none', configurationUpdate: true },
  'gpt-5.6-cyber': { ...from56, chatTools: 'effort-none' },
  'gpt-5.6-terra': { ...from56, chatTools: 'effort-none', cacheBreakpoints: false },
  'gpt-6': { ...from56, effortNone: false, chatTools: 'never', configurationUpdate: true },
}

/**
 * Returns the facts of an OpenAI model id. The id may name a fine-tuned model or have a vendor prefix. An unknown id
 * gets the facts of a reasoning model.
 */
export const gptFacts = (model: string): GptFacts => {
  const id = model.replace(/^ft:/, '').replace(/^.*\//, '')
  const prefixes = Object.keys(byPrefix).filter(prefix => id.startsWith(prefix))
  const longest = prefixes.reduce((best, prefix) => (prefix.length > best.length ? prefix : best), '')
  return byPrefix[longest] ?? { ...from51, sampling: 'any', cacheBreakpoints: null }
}
