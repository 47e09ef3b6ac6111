import { type Fields, fieldsOf, isNil, listOf, textOf } from '../shape.ts'
import type { Report } from '../violation.ts'

/** Fields that a cache holds in the place of a request. */
const held = ['systemInstruction', 'tools', 'toolConfig'] as const

/**
 * Returns a request with what the cache that it names holds, as the model reads it. Places in what is found wrong are places in this
 * request. What a cache leaves for the request must be a turn of a user, not responses to cached calls.
 */
export const withCache = (
  request: Fields,
  caches: Readonly<Record<string, unknown>>,
  report: Report,
): Fields => {
  const config = fieldsOf(request.config)
  const { cachedContent: name, ...others } = config
  if (isNil(name)) return request
  // The request's own fields are refused (G9) and not replaced.
  if (held.some(key => !isNil(config[key]))) return request
  if (typeof name !== 'string' || !Object.hasOwn(caches, name)) {
    report('gone', '/config/cachedContent', 'CachedContent not found (or permission denied)')
    return request
  }
  const cache = fieldsOf(caches[name])
  const { contents, systemInstruction, tools, toolConfig } = fieldsOf(cache.config)
  if (textOf(cache.model) !== textOf(request.model)) {
    const text = `Model used by GenerateContent request (${textOf(request.model)}) and CachedContent (${textOf(cache.model)}) has to be the same.`
    report('G9', '/config/cachedContent', text)
  }
  const [first] = listOf(request.contents).map(fieldsOf)
  const isAnswer = listOf(first?.parts).some(part => !isNil(fieldsOf(part).functionResponse))
  if (first !== undefined && (first.role !== 'user' || isAnswer))
    report('G20', '/contents/0', 'Please ensure that multiturn requests begin with a user role.')
  const settings = { systemInstruction, tools, toolConfig }
  const given = Object.entries(settings).filter(([, value]) => !isNil(value))
  return {
    ...request,
    contents: [...listOf(contents), ...listOf(request.contents)],
    config: { ...others, ...Object.fromEntries(given) },
  }
}
