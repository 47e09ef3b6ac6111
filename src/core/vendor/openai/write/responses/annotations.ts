import type { Extra } from '../../../../ir/extra.ts'
import { isObject } from '../../../../ir/json.ts'
import type { Annotation } from './request.ts'

/**
 * Required fields of each type of annotation. Fields whose names end in `index` are numbers; all others are strings.
 */
const fieldsOf: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['file_citation', ['file_id', 'filename', 'index']],
  ['url_citation', ['url', 'title', 'start_index', 'end_index']],
  ['container_file_citation', ['container_id', 'file_id', 'filename', 'start_index', 'end_index']],
  ['file_path', ['file_id', 'index']],
])

const isFieldOf = (value: unknown, key: string): boolean =>
  typeof value === (key.endsWith('index') ? 'number' : 'string')

/** Returns the annotations of a text that was imported from this API, without those that the API would refuse. */
export function annotationsOf(extra: Extra | undefined): Annotation[] {
  const given = extra?.format === 'openai' ? extra.fields.annotations : undefined
  if (!Array.isArray(given)) return []
  return given.flatMap(annotation => {
    if (!isObject(annotation)) return []
    const fields = fieldsOf.get(annotation.type)
    if (!fields?.every(key => isFieldOf(annotation[key], key))) return []
    const kept = ['type', ...fields].map(key => [key, annotation[key]] as const)
    return [Object.fromEntries(kept) as unknown as Annotation]
  })
}
