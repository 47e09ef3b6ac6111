import type { FormatName } from '../ir/format-name.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Requests } from './result.ts'

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'

/** The vendor that a model's id names, as far as the type knows the id. */
type VendorOf<Model extends string> = string extends Model
  ? 'unknown'
  : Model extends `claude-${string}` | `${string}/claude-${string}` | `${string}.claude-${string}`
    ? 'anthropic'
    : Model extends
          | `gpt-${string}`
          | `chatgpt-${string}`
          | `${string}/gpt-${string}`
          | `ft:gpt-${string}`
          | `o${Digit}${string}`
      ? 'openai'
      : Model extends `gemini-${string}` | `${string}/gemini-${string}` | `${string}.gemini-${string}`
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

/** The request that compiling gives, as far as the types of the arguments tell; else any of them. */
export type RequestFor<Format extends FormatName | undefined, Options> = Options extends {
  target: infer Name extends TargetName
}
  ? Requests[Name]
  : Options extends { model: infer Model extends string }
    ? Requests[Format extends 'ai-sdk' ? 'ai-sdk' : TargetOf<VendorOf<Model>, Format>]
    : Format extends TargetName
      ? Requests[Format]
      : Requests[TargetName]
