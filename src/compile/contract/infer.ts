import type { FormatName } from '../../ir/format-name.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { CompileOptions } from './options.ts'
import type { Requests } from './result.ts'

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'

/** The vendor that a model's id names, as far as the type knows the id: in any case, behind any gateway or cloud. */
type VendorOf<Model extends string> = string extends Model
  ? 'unknown'
  : VendorOfBare<LastOf<Lowercase<Model>>>

/** Text after the last slash of a model's name. */
type LastOf<Model extends string> = Model extends `${string}/${infer Rest}` ? LastOf<Rest> : Model

type VendorOfBare<Model extends string> = Model extends
  | `claude-${string}`
  | `anthropic.claude-${string}`
  | `${string}.anthropic.claude-${string}`
  ? 'anthropic'
  : Model extends `gpt-oss${string}` | `${string}.gpt-oss${string}`
    ? 'unknown'
    : Model extends `${'' | 'ft:' | 'openai.'}${'gpt-' | 'chatgpt-' | 'chat-latest' | `o${Digit}`}${string}`
      ? 'openai'
      : Model extends `${'' | 'google.'}gemini-${string}`
        ? 'google'
        : 'unknown'

/** The target of a model, as `inferTarget` finds it at run time. */
type TargetOf<Vendor, Format> = Vendor extends 'anthropic'
  ? 'anthropic'
  : Vendor extends 'openai'
    ? Format extends 'openai-chat'
      ? 'openai-chat'
      : 'openai'
    : Vendor extends 'google'
      ? 'gemini'
      : TargetName

/** Options, and of the types of two of them as much as is known. */
export type OptionsFor<Target, Model> = Omit<CompileOptions, 'target' | 'model'> & {
  readonly target?: Target
  readonly model?: Model
}

/** The request of a format that is also a target; else any. */
type OfFormat<Format> = Format extends TargetName ? Requests[Format] : Requests[TargetName]

/** The request for a model that was asked for. */
type OfModel<Format, Model> = [Model] extends [undefined]
  ? OfFormat<Format>
  : [Model] extends [string]
    ? Requests[Format extends 'ai-sdk' ? 'ai-sdk' : TargetOf<VendorOf<Model>, Format>]
    : Requests[TargetName]

/**
 * The request that compiling gives: that of the target asked for, else of the model asked for, else of the
 * conversation's own format; any of them where the types of the arguments do not tell.
 */
export type RequestFor<Format extends FormatName | undefined, Target, Model> = [Target] extends [undefined]
  ? OfModel<Format, Model>
  : Target extends infer Name extends TargetName
    ? Requests[Name]
    : Requests[TargetName]
