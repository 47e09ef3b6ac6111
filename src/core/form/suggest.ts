import { nearest } from '../text/nearest.ts'
import { didYouMean, suggestMeant } from '../text/suggest.ts'
import type { DeclarationError } from './declaration-error.ts'
import { firstColumns, withArticle, wrongValueError } from './describe.ts'
import type { Path } from './path.ts'

/** Returns a question that suggests the known word nearest to a mistyped one; '' if none is near. */
export const suggest = (given: string, known: readonly string[]): string => didYouMean(nearest(given, known))

/** Kinds of members that require functions. */
const kindsOfFunctions = ['tap', 'S.compute', 'S.guard', 'S.transform']
/** Fields whose values are functions. */
const fieldsOfFunctions = [
  'executors',
  'toolHandlers',
  'callbacks',
  'protect',
  'execute',
  'until',
  'when',
  'look',
]

/** Returns the error for a kind that is unknown, or that cannot be written as data. */
export function unknownKindError(
  what: string,
  kind: unknown,
  known: readonly string[],
  at: Path,
): DeclarationError {
  const there = at.isData ? known.filter(one => !kindsOfFunctions.includes(one)) : known
  if (kind === undefined) return at.wrong('is missing', { help: suggestMeant(null, there) })
  if (typeof kind !== 'string') return wrongValueError(withArticle(what), kind, at)
  if (at.isData && kindsOfFunctions.includes(kind)) return needsFunctionError(kind, at)
  return at.wrong(`must be ${withArticle(what)}, got '${firstColumns(kind)}'`, {
    help: suggestField(kind, there),
    mistake: 'kind',
  })
}

/** Returns the error for data (JSON) that names a kind which needs a function. Data cannot contain functions. */
export const needsFunctionError = (kind: string, at: Path): DeclarationError =>
  at.wrong(`is '${kind}', which needs a function, but data has no functions`, {
    help: inCode,
    mistake: 'kind',
  })

/** Returns the error for an unknown field. */
export function unknownFieldError(field: string, known: readonly string[], at: Path): DeclarationError {
  const there = at.isData ? known.filter(one => !fieldsOfFunctions.includes(one)) : known
  const help = suggestField(field, there)
  return at.wrong(at.unknownFieldText(firstColumns(field)), {
    help,
    mistake: 'field',
    field: firstColumns(field),
  })
}

/** Advice for a function in a declaration that was given as data, which cannot contain functions. */
export const inCode = 'declare this part in code'

/**
 * Names that other libraries use for our fields or options. If several of our fields have the same foreign name, the
 * first one that is allowed at the place applies.
 */
const otherNames: readonly (readonly [own: string, others: readonly string[]])[] = Object.entries({
  instruction: 'prompt system systemPrompt system_prompt instructions systemInstruction',
  outputSchema: 'schema responseFormat response_format outputType output responseSchema',
  generateConfig:
    'temperature topP top_p maxTokens max_tokens maxOutputTokens seed stop settings modelSettings',
  budget: 'maxTokens max_tokens maxInputTokens tokenBudget tokenLimit limit',
  outputKey: 'output_key saveAs',
  maxOutputTokens: 'max_tokens maxTokens max_output_tokens max_completion_tokens maxCompletionTokens',
  stopSequences: 'stop stop_sequences',
  subAgents: 'agents handoffs sub_agents children',
  tools: 'functions toolkit',
  context: 'history memory policy',
  parameters: 'inputSchema input_schema schema args',
  execute: 'handler func fn invoke run call',
  target: 'provider format',
  run: 'generateConfig temperature topP top_p maxOutputTokens seed stop toolChoice',
  agent: 'agentName',
  count: 'tokenizer',
  signal: 'abortSignal',
}).map(([own, others]) => [own, others.split(' ')])

/** Advice for names of other libraries that need more than another name: our field, and the way to write it. */
const otherForms: readonly (readonly [own: string, others: RegExp, advice: string])[] = [
  [
    'context',
    /^context_?compressors?$/i,
    'write context: C.contextCompressor({ tokenBudget, keepRecent }), with C of ctxc',
  ],
  [
    'callbacks',
    /^(?:before|after|on)_?(?:agent|model|tool)(?:_?error)?(?:_?callbacks?)?$/i,
    'put functions around models and tools into callbacks, such as callbacks: { beforeModel }',
  ],
  ['outputKey', /^outputs$/, 'write outputKey, the key of the state that keeps the answer, as a text'],
]

/**
 * Returns advice for an unknown field or option: our field for which another library uses this name. If there is none,
 * the nearest known name; otherwise, all known names.
 */
function suggestField(given: string, known: readonly string[]): string {
  const form = otherForms.find(([name, others]) => known.includes(name) && others.test(given))
  if (form !== undefined) return form[2]
  const own = otherNames.find(([name, others]) => known.includes(name) && others.includes(given))
  if (own?.[0] === 'run')
    return 'put settings of the model into generateConfig of the agent, or into run: { generateConfig }'
  if (own?.[0] === 'generateConfig') return "put settings of the model into 'generateConfig'"
  return suggestMeant(own?.[0] ?? nearest(given, known), known)
}
