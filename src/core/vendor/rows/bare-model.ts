/**
 * Returns a model id as the tables spell it, in lower case. Removes prefixes of gateways and providers
 * (`gateway/anthropic/…`), a cloud's prefix, version and variant (`us.anthropic.…-v1:0`, `…@20250929`, `…:thinking`),
 * and the parts that mark a fine-tuned model. Where a gateway writes dots in an Anthropic id, returns dashes.
 */
export function bareModel(model: string): string {
  const path = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  if (path.startsWith('ft:')) return path.split(':')[1] ?? path
  const bare = path
    .replace(/^(?:[a-z-]+\.)?(?:anthropic|openai|google|amazon|cohere|mistral|qwen)\./, '')
    .replace(/@[a-z0-9-]*$/, '')
    .replace(/(?:-v\d+)?:[a-z0-9.-]*$/, '')
  return bare.startsWith('claude-') ? bare.replace(/(\d)\.(?=\d)/g, '$1-') : bare
}

/** Date or `latest` at the end of a model id, which names a version of the model. */
const pinned = /-(\d{8}|\d{4}-\d{2}-\d{2}|latest|\d{4})$/

/** Returns a model id without its date. An answer may name the dated version although the request did not. */
export const undatedModelId = (model: string): string => bareModel(model).replace(pinned, '')
