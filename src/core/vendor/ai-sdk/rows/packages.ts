import file from './packages.json' with { type: 'json' }
import { providerOf, type Vendor, vendorOfId } from './vendor.ts'

/** Cache marks that a package reads. */
export interface MarkForm {
  /** Name of the provider's options that hold a mark. */
  readonly name: string
  /** Other names under which the package reads a mark too. */
  readonly also?: readonly string[]
  readonly field: string
  readonly value: Readonly<Record<string, string>>
  /** Kinds of parts that may have a mark, by role; `system` and `tools` are the fields next to the messages. */
  readonly parts: Readonly<Record<string, readonly string[]>>
}

/** Reasoning of earlier answers that a package sends. */
export interface ReasoningForm {
  /** `text`: any reasoning; `sealed`: only reasoning with a seal of its own; `none`: no reasoning. */
  readonly form: 'text' | 'sealed' | 'none'
  /** Options that seal reasoning: one is enough. */
  readonly seals?: readonly string[]
  /** Names under which other packages of one vendor keep a seal that this package's host can read. */
  readonly also?: Readonly<Record<string, readonly string[]>>
  /** Whether a seal anywhere in an answer counts for all of its reasoning. */
  readonly answerSeals?: boolean
  /** Option of a call that asks for thinking within a budget. */
  readonly budget?: string
}

/** Facts of the packages that share a converter: what it takes of a prompt, and under which names. */
export interface PackageRow {
  /** Names and checked versions of the packages. */
  readonly packages: Readonly<Record<string, string | undefined>>
  /** Pattern of the names that the AI SDK's models give as their `provider`. */
  readonly provider: string
  /** Vendor whose API gets the body. */
  readonly api: Vendor
  /** Makers whose own API rules apply to their models besides. */
  readonly apiOf?: readonly string[]
  /** Names of the provider options that the package reads; ctxc writes the first one. */
  readonly options: readonly string[]
  readonly marks: MarkForm | null
  readonly reasoning: ReasoningForm
  /** Vendors whose calls of own tools, and their results, the package sends. */
  readonly ownTools: readonly string[]
  /** Names of the providers whose stored files the package refers to; it throws for others. */
  readonly references?: readonly string[]
  /** Whether a result may hold files; otherwise they follow in a user message. */
  readonly filesInResults?: boolean
  /** Whether the package keeps the pieces of a result; others join them, or write them as JSON. */
  readonly piecesInResults?: boolean
  /** Whether the package joins the texts of an answer without a separator. */
  readonly joinsTexts?: boolean
  /** Whether the package drops the text of an answer with calls. */
  readonly textOrCalls?: boolean
  /** Whether the package throws for system text after other messages. */
  readonly systemFirst?: boolean
}

/** All rows; the first one whose pattern fits is used. */
export const packageRows = file.rows as readonly PackageRow[]

const patterns = packageRows.map(row => [new RegExp(row.provider), row] as const)

const rowOf = (provider: string): PackageRow =>
  patterns.find(([pattern]) => pattern.test(provider))?.[1] ?? (packageRows.at(-1) as PackageRow)

/**
 * Returns the facts of the package that reads a request for a model: `groq.chat/openai/gpt-oss-120b` is read by Groq's
 * package, for models of any vendor. Without a provider's name, the package of the model's vendor reads it.
 */
export function packageOf(model: string | null): PackageRow {
  const provider = model === null ? '' : providerOf(model)
  return rowOf(provider !== '' || model === null ? provider : (vendorOfId(model) ?? ''))
}

/** Returns the vendor whose API gets a request for a model; `other` for any without rules of its own. */
export function vendorOfModel(model: string | null): Vendor {
  const { api, apiOf = [] } = packageOf(model)
  const maker = model === null ? null : vendorOfId(model)
  return maker !== null && apiOf.includes(maker) ? maker : api
}
