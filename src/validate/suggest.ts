import { nearest } from '../text/nearest.ts'
import type { DeclarationError } from './declaration-error.ts'
import { expected, one, opening } from './describe.ts'
import type { Path } from './path.ts'

/** Returns a question with the known word nearest to a mistyped one; '' if none is near. */
export function suggest(given: string, known: readonly string[]): string {
  const near = nearest(given, known)
  return near === null ? '' : `did you mean '${near}'?`
}

/** Kinds of members that take functions. */
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

/** Returns the error for an unknown kind, or for a kind that data cannot have. */
export function noKind(what: string, kind: unknown, known: readonly string[], at: Path): DeclarationError {
  const there = at.isData ? known.filter(one => !kindsOfFunctions.includes(one)) : known
  if (kind === undefined) return at.wrong('is missing', { help: `there are ${there.join(', ')}` })
  if (typeof kind !== 'string') return expected(one(what), kind, at)
  if (at.isData && kindsOfFunctions.includes(kind)) return needsFunction(kind, at)
  return at.wrong(`is no ${what}: '${opening(kind)}'`, { help: helpOf(kind, there), mistake: 'kind' })
}

/** Returns the error for a kind in data that takes a function. */
export const needsFunction = (kind: string, at: Path): DeclarationError =>
  at.wrong(`is '${kind}', which takes a function, and data has none`, { help: inCode, mistake: 'kind' })

/** Returns the error for an unknown field. */
export function noField(field: string, known: readonly string[], at: Path): DeclarationError {
  const there = at.isData ? known.filter(one => !fieldsOfFunctions.includes(one)) : known
  const help = helpOf(field, there)
  return at.wrong(`has no '${opening(field)}'`, { help, mistake: 'field', field: opening(field) })
}

/** Advice for a function, which data cannot hold. */
export const inCode = 'declare this part in code'

/** Names of other libraries for fields of declarations. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    instruction: 'prompt system systemPrompt system_prompt instructions systemInstruction',
    outputSchema: 'schema responseFormat response_format outputType output responseSchema',
    generateConfig:
      'temperature topP top_p maxTokens max_tokens maxOutputTokens seed stop settings modelSettings',
    subAgents: 'agents handoffs sub_agents',
    tools: 'functions toolkit',
    context: 'history memory policy',
    parameters: 'inputSchema input_schema schema args',
    execute: 'handler func fn invoke run call',
  }).flatMap(([own, others]) => others.split(' ').map(other => [`${own} ${other}`, own] as const)),
)

/** Returns the known field that another library calls by a name; null for none. */
const ownName = (given: string, known: readonly string[]): string | null =>
  known.find(field => otherNames.has(`${field} ${given}`)) ?? null

function helpOf(given: string, known: readonly string[]): string {
  if (known.length === 0) return 'there are none'
  const own = ownName(given, known)
  const question = own === null ? suggest(given, known) : `did you mean '${own}'?`
  return `${question} there are ${known.join(', ')}`.trim()
}
