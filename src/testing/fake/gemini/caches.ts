import { type Fields, fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'

/** Fields that an explicit cache may contain. A request that names a cache must not contain them. */
const held = ['systemInstruction', 'tools', 'toolConfig'] as const

/**
 * Returns a request merged with the content of the cache that it names, as the model reads it. Paths in violations
 * refer to the merged request. The request's own contents must begin with a user turn, and not with responses to calls
 * in the cache.
 */
export const mergeCachedContent = (
  request: Fields,
  caches: Readonly<Record<string, unknown>>,
  report: ReportViolation,
): Fields => {
  const config = fieldsOf(request.config)
  const { cachedContent: name, ...others } = config
  if (isAbsentOrNull(name)) return request
  // If the request itself contains a field of the cache, nothing is merged, because rule G9 reports the conflict.
  if (held.some(key => !isAbsentOrNull(config[key]))) return request
  if (typeof name !== 'string' || !Object.hasOwn(caches, name)) {
    report('gone', '/config/cachedContent', 'CachedContent not found (or permission denied)')
    return request
  }
  const cache = fieldsOf(caches[name])
  const { contents, systemInstruction, tools, toolConfig } = fieldsOf(cache.config)
  if (textOfShape(cache.model) !== textOfShape(request.model)) {
    const text = `Model used by GenerateContent request (${textOfShape(request.model)}) and CachedContent (${textOfShape(cache.model)}) has to be the same.`
    report('G9', '/config/cachedContent', text)
  }
  const [first] = listOfShape(request.contents).map(fieldsOf)
  const isAnswer = listOfShape(first?.parts).some(part => !isAbsentOrNull(fieldsOf(part).functionResponse))
  if (first !== undefined && (first.role !== 'user' || isAnswer))
    report('G20', '/contents/0', 'Please ensure that multiturn requests begin with a user role.')
  const settings = { systemInstruction, tools, toolConfig }
  const given = Object.entries(settings).filter(([, value]) => !isAbsentOrNull(value))
  return {
    ...request,
    contents: [...listOfShape(contents), ...listOfShape(request.contents)],
    config: { ...others, ...Object.fromEntries(given) },
  }
}
