import type { FilePart } from './file.ts'

/** Returns a text that names a file, for a place that cannot hold the file itself. */
export function describeFile(part: FilePart): string {
  const where = part.source.type === 'url' ? ` ${part.source.url}` : ''
  return `[file${part.name ? ` ${part.name}` : ''}, ${part.mediaType}${where}]`
}
