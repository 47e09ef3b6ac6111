import { get_encoding } from 'tiktoken'
import { fields, type Law, leavesOf, list } from './law.ts'

/** A tokenizer that we did not write. */
const reference = get_encoding('o200k_base')

/** Keys whose strings are no words: bytes, links, seals, ids, tags, and marks that say what to cache. */
const notWords =
  /\/providerOptions\/|\/(cache_control|prompt_cache_breakpoint)\/|\/(toolCallId|mediaType|allowSystemInMessages|data|url|image_url|file_data|file_id|signature|encrypted_content|id|call_id|tool_call_id|tool_use_id|type|role|status|media_type|format|model|detail|result|phase|thoughtSignature|fileUri|mimeType)$/

/** Places that the model reads: everything else is a setting. */
const read =
  /^\/(messages|input|system|instructions|tools|response_format|responseFormat|text\/format|output_config\/format|contents|config\/(systemInstruction|tools|responseJsonSchema))\b/

/** Returns a lower bound of a text's tokens, without text that a tokenizer would merge for long. */
const atLeast = (text: string): number =>
  reference.encode_ordinary(text.replace(/\S{200,}|\s{50,}/g, '')).length

const known = new Map<string, number>()

const tokensOf = (text: string): number => {
  const found = known.get(text) ?? atLeast(text)
  if (text.length < 500) known.set(text, found)
  return found
}

/** Law 2: the bound is inside the limit, the sections add up to it, and no recount exceeds it. */
export const withinBudget: Law = {
  name: '2 within budget',
  check({ result, input }) {
    const { tokens, ok } = result
    const complaints: string[] = []
    const sections = Object.values(tokens.sections)
    const sum = (pick: (section: (typeof sections)[number]) => number): number =>
      sections.reduce((total, section) => total + pick(section), 0)
    if (sum(section => section.max) !== tokens.max) complaints.push('the sections do not add up to max')
    if (sum(section => section.estimate) !== tokens.input)
      complaints.push('the sections do not add up to input')
    for (const { estimate, max } of sections) {
      if (!Number.isInteger(estimate) || !Number.isInteger(max) || estimate < 0)
        complaints.push('a count is no count')
      if (estimate > max) complaints.push('an estimate is above its bound')
    }
    const { budget } = input.options
    const asked = typeof budget === 'number' ? budget : (budget?.input ?? null)
    if (asked !== null && (tokens.limit === null || tokens.limit > asked))
      complaints.push('the limit is not the budget')
    if (!ok) return complaints
    if (tokens.limit !== null && tokens.max > tokens.limit) complaints.push('max is above the limit')
    const needed = atLeastNeeded(result.request, result.target === 'anthropic' ? 1.3 : 1)
    if (needed > tokens.max) complaints.push(`a recount gives ${needed} tokens, and max is ${tokens.max}`)
    return complaints
  },
}

/**
 * Returns the tokens that a bound must hold: the text by the least factor of a vendor, 8 tokens for each message, 60 for each
 * call.
 */
function atLeastNeeded(request: unknown, factor: number): number {
  let words = 0
  for (const { pointer, text } of leavesOf(request))
    if (read.test(pointer) && !notWords.test(pointer))
      words += Math.min(Math.floor(tokensOf(text) * factor), Buffer.byteLength(text))
  const { messages, input, contents, system } = fields(request)
  const entries = list(messages ?? input ?? contents).map(fields)
  const calls = entries.flatMap(({ content, tool_calls, type, parts }) => [
    ...list(parts).filter(part => fields(part).functionCall !== undefined),
    ...list(tool_calls),
    ...list(content).filter(block => ['tool_use', 'tool-call'].includes(String(fields(block).type))),
    ...(type === 'function_call' ? [type] : []),
  ])
  return words + 8 * (entries.length + list(system).length) + 60 * calls.length
}
