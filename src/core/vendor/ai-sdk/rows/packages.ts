import type { Appendable } from '../../../ir/model.ts'
import file from './packages.json' with { type: 'json' }
import { providerOf, type Vendor, vendorOfId } from './vendor.ts'

/** Form in which a package supports cache marks. */
export interface MarkForm {
  /** Provider name whose options contain a mark. */
  readonly name: string
  /** Other provider names under which the package also accepts a mark. */
  readonly also?: readonly string[]
  readonly field: string
  readonly value: Readonly<Record<string, string>>
  /**
   * Kinds of parts that may have a mark, by role. The roles `system` and `tools` are the request fields of that name.
   */
  readonly parts: Readonly<Record<string, readonly string[]>>
}

/** Handling of earlier answers' reasoning by a package. */
export interface ReasoningForm {
  /**
   * Kind of reasoning that is sent. `text`: all reasoning; `sealed`: only reasoning with a signature or id (a seal);
   * `none`: no reasoning.
   */
  readonly form: 'text' | 'sealed' | 'none'
  /** Options that count as a seal; one of them is enough. */
  readonly seals?: readonly string[]
  /**
   * Other provider names under which a seal may be stored that this package's host accepts, each with its option name.
   */
  readonly also?: Readonly<Record<string, readonly string[]>>
  /** Whether a seal on any part of an answer suffices for all reasoning of the answer. */
  readonly answerSeals?: boolean
  /** Call option that requests thinking with a token budget. */
  readonly budget?: string
}

/** Changes of declarations that a package sends as system messages among the messages. */
export interface ChangeForm {
  /** Provider name whose options on a system message contain changes; absent if the package sends only text. */
  readonly options?: string
  readonly kinds: readonly Appendable[]
  /** Pattern of the models to which the package sends changes of the effort and of the output format. */
  readonly updates?: string
  /** Efforts that the package takes in an update. Source: schema of system messages in @ai-sdk/openai 4.0.118. */
  readonly efforts?: readonly string[]
}

/** Facts about packages that share a message converter: their names, and the parts of a prompt that they support. */
export interface PackageRow {
  /** Names of the packages, each with the version that was checked. */
  readonly packages: Readonly<Record<string, string | undefined>>
  /** Pattern of the `provider` names that the packages' models have. */
  readonly provider: string
  /** Vendor whose API receives the request body. */
  readonly api: Vendor
  /** Vendors whose models must also satisfy the rules of the vendor's own API when this package calls them. */
  readonly apiOf?: readonly string[]
  /** Provider names whose options the package reads; ctxc writes the first one. */
  readonly options: readonly string[]
  readonly marks: MarkForm | null
  readonly reasoning: ReasoningForm
  /** Vendors whose server-tool calls and results the package sends. */
  readonly ownTools: readonly string[]
  /** Providers whose stored files the package can refer to. The package throws for files of other providers. */
  readonly references?: readonly string[]
  /** Whether a tool result may contain files. If not, files are sent in a user message after the result. */
  readonly filesInResults?: boolean
  /**
   * Whether the package keeps the pieces of a result separate. Other packages join the pieces or write them as JSON.
   */
  readonly piecesInResults?: boolean
  /** Whether the package joins the texts of an answer without a separator. */
  readonly joinsTexts?: boolean
  /** Whether the package drops the text of an answer that has calls. */
  readonly textOrCalls?: boolean
  /** Whether the package asks for compactions within answers, and sends them back unchanged. */
  readonly compactsWithin?: boolean
  /** Changes of declarations that the package sends among the messages; none if absent. */
  readonly changes?: ChangeForm
  /** Whether the package throws if system text follows other messages. */
  readonly systemFirst?: boolean
}

/** All rows of the table. The first row whose pattern matches is used. */
export const packageRows = file.rows as readonly PackageRow[]

const patterns = packageRows.map(row => [new RegExp(row.provider), row] as const)

const packageRowOf = (provider: string): PackageRow =>
  patterns.find(([pattern]) => pattern.test(provider))?.[1] ?? (packageRows.at(-1) as PackageRow)

/**
 * Returns the facts about the package that reads a request for a model. For example, Groq's package reads
 * `groq.chat/openai/gpt-oss-120b`, although another vendor made the model. If the id contains no provider's name, the
 * package of the model's vendor is used.
 */
export function packageOf(model: string | null): PackageRow {
  const provider = model === null ? '' : providerOf(model)
  return packageRowOf(provider !== '' || model === null ? provider : (vendorOfId(model) ?? ''))
}

/** Returns the vendor whose API receives a request for a model; `other` if ctxc has no rules for the vendor. */
export function vendorOfModel(model: string | null): Vendor {
  const { api, apiOf = [] } = packageOf(model)
  const maker = model === null ? null : vendorOfId(model)
  return maker !== null && apiOf.includes(maker) ? maker : api
}
