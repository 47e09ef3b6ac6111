import { objectOr, stringOr } from '../../core/from/read.ts'
import { isObject, type JsonObject, type JsonValue } from '../../core/ir/json.ts'
import type { CallQuestion } from '../../core/ir/run-action.ts'
import { expiry } from '../runner/expired-waits.ts'
import type { Reply } from '../runner/tools/question.ts'
import { cleanSchema, mostCharacters, visibleText } from './clean-text.ts'

/** Maximum number of requests in one question, and of characters of the data that a server keeps in it. */
const most = { requests: 20, state: 100_000 }

/** Answer of a server in place of a result. */
export type Asked =
  /** It asks a person. */
  | { readonly kind: 'question'; readonly question: CallQuestion }
  /** It asks nothing, and wants the call again with its data. */
  | { readonly kind: 'again'; readonly requestState: string }
  /** It asks for something else than a person's answer. */
  | { readonly kind: 'other' }
  | { readonly kind: 'malformed'; readonly why: string }

/** Data with which a call continues after the answer: what the server keeps, and the names of its requests. */
interface QuestionState {
  readonly requestState: string | null
  /** Names of the requests whose answers have fields, and of those that ask the person to open a page. */
  readonly forms: readonly string[]
  readonly links: readonly string[]
}

const malformed = (why: string): Asked => ({ kind: 'malformed', why: `the server's question ${why}` })

/** Reads the answer of a server to a call; null for a result. */
export function readAsked(result: unknown): Asked | null {
  const { resultType, inputRequests, requestState } = objectOr(result)
  if (resultType !== 'input_required') return null
  const requests = Object.entries(objectOr(inputRequests)).map(([name, request]) =>
    readRequest(name, request),
  )
  const kept = typeof requestState === 'string' ? requestState : null
  if (requests.length > most.requests || (kept ?? '').length > most.state) return malformed('is too large')
  if (requests.length === 0)
    return kept === null ? malformed('is empty') : { kind: 'again', requestState: kept }
  const read = requests.filter(each => each !== null)
  if (read.length < requests.length) return { kind: 'other' }
  const links = read.filter(({ url }) => url !== null)
  if (links.some(({ url }) => !isWebAddress(url as string)))
    return malformed('has an address that is no web page')
  const forms = read.filter(({ url }) => url === null)
  const schema = schemaOf(forms)
  const state: QuestionState = { requestState: kept, forms: namesOf(forms), links: namesOf(links) }
  return {
    kind: 'question',
    question: {
      message: read.map(({ message }) => message).join('\n\n'),
      ...(schema !== null && { schema }),
      ...(links.length > 0 && { urls: links.map(({ url }) => url as string) }),
      state: state as unknown as JsonValue,
    },
  }
}

/** One request of a question. */
interface ReadRequest {
  readonly name: string
  readonly message: string
  /** Schema of the answer; null if a page asks for it. */
  readonly schema: JsonObject | null
  /** Address of a page; null for a form. */
  readonly url: string | null
}

/** Reads a request; null if it asks for something else than a person's answer. */
function readRequest(name: string, request: unknown): ReadRequest | null {
  const { method, params } = objectOr(request)
  const { mode, message, requestedSchema, url } = objectOr(params)
  if (method !== 'elicitation/create' || !['form', 'url'].includes(String(mode ?? 'form'))) return null
  const words = visibleText(stringOr(message), mostCharacters.description)
  if (mode === 'url') return { name, message: words, schema: null, url: stringOr(url) }
  const { $schema: _, ...cleaned } = (isObject(requestedSchema) && cleanSchema(requestedSchema)) || {}
  return { name, message: words, schema: { ...cleaned, type: 'object' } as JsonObject, url: null }
}

/** Returns the schema of an answer: of the only form, or of an object with one field for each form. */
function schemaOf(forms: readonly ReadRequest[]): JsonObject | null {
  const [first, ...others] = forms
  if (first === undefined) return null
  if (others.length === 0) return first.schema
  const properties = Object.fromEntries(forms.map(({ name, schema }) => [name, schema as JsonObject]))
  return { type: 'object', properties, required: namesOf(forms) }
}

const namesOf = (requests: readonly ReadRequest[]): string[] => requests.map(({ name }) => name)

/** Whether an address is one that a person can open, without invisible characters. */
const isWebAddress = (url: string): boolean =>
  /^https?:\/\//i.test(url) && URL.canParse(url) && visibleText(url, 2_000) === url

/** Returns the fields with which a call is made again after a decision on its question. */
export function fieldsOfReply({ state, decision }: Reply): JsonObject {
  const { requestState, forms, links } = state as unknown as QuestionState
  const { approved, answer = {}, by } = decision
  const action = approved ? 'accept' : by === expiry ? 'cancel' : 'decline'
  const contentOf = (name: string): JsonValue =>
    forms.length === 1 ? answer : ((answer as JsonObject)[name] ?? {})
  const responses = [
    ...forms.map(name => [name, { action, ...(approved && { content: contentOf(name) }) }] as const),
    ...links.map(name => [name, { action }] as const),
  ]
  return {
    inputResponses: Object.fromEntries(responses),
    ...(requestState !== null && { requestState }),
  }
}
