import type { FilePart } from './file.ts'

/** A file named in words, for a place where it cannot stand. */
export function describeFile(part: FilePart): string {
  const where = part.source.type === 'url' ? ` ${part.source.url}` : ''
  return `[file${part.name ? ` ${part.name}` : ''}, ${part.mediaType}${where}]`
}
