import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Chunk of a memory state, and the place of its text. */
interface ChunkAt {
  readonly id: string
  readonly at: string
}

const shown = 5

const distinctWords = (words: readonly string[]): string => {
  const distinct = [...new Set(words)].map(word => `'${word}'`)
  return distinct.length <= shown ? distinct.join(', ') : `${distinct.slice(0, shown).join(', ')}, …`
}

/** Reports chunks with a role that the memory format does not have. */
export const unknownRoles = (chunks: readonly (ChunkAt & { readonly role: string })[]): Diagnostic =>
  make('CX3019', {
    message: `${formatCount(chunks.length, 'chunk')} (${distinctWords(chunks.map(({ id }) => id))}) had an unknown role (${distinctWords(chunks.map(({ role }) => role))}) and ${chunks.length === 1 ? 'was' : 'were'} sent as the user's words`,
    at: chunks.map(({ at }) => at),
    notes: [
      'a chunk with an unknown role never becomes part of the instruction, because anybody may have written it',
    ],
    help: "set the role to 'user' or 'assistant'; for an instruction, use a chunk of type SYSTEM",
    data: { chunks: chunks.map(({ id }) => id), roles: [...new Set(chunks.map(({ role }) => role))] },
  })

/** Reports chunks whose renderer in the program failed. These chunks are rendered by their type instead. */
export const rendererFailed = (chunks: readonly (ChunkAt & { readonly why: string })[]): Diagnostic =>
  make('CX3020', {
    message: `a renderer failed for ${formatCount(chunks.length, 'chunk')} (${distinctWords(chunks.map(({ id }) => id))}), which ${chunks.length === 1 ? 'was' : 'were'} rendered by type instead: ${chunks[0]?.why}`,
    at: chunks.map(({ at }) => at),
    help: 'return false from canRender for chunks that the renderer cannot handle, a role from getRole, and a string from render',
    data: { chunks: chunks.map(({ id, why }) => ({ id, why })) },
  })
