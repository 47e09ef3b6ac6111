import type { Setting } from '../../../target/target.ts'
import type { PackageRow } from '../rows/packages.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, ProviderOptions } from './request.ts'

/**
 * Returns the provider name under which OpenAI's call options are written. A package reads the name `openai` only if
 * there are no options under the package's own name.
 */
export const openaiName = (
  { providerOptions = {} }: Pick<AISDKRequest, 'providerOptions'>,
  { options }: PackageRow,
): string => options.find(name => providerOptions[name] !== undefined) ?? 'openai'

/** Adds one option to a provider's options. */
export function setOption(
  { origins }: Setting<AISDKRules>,
  request: Omit<AISDKRequest, 'messages'>,
  vendor: string,
  option: ProviderOptions[string],
  from: string,
): void {
  const given: ProviderOptions = request.providerOptions ?? {}
  const options = origins.recordWhole({ ...given, [vendor]: { ...given[vendor], ...option } }, from)
  for (const key of Object.keys(given)) origins.recordKey(options, key, 'd:extra.providerOptions')
  request.providerOptions = options
}
