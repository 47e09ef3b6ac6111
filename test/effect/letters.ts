import type { EmbedHandler } from '../../src/effects.ts'

/** A handler that counts letters, and keeps what it was given. */
export function byLetters(more: Partial<EmbedHandler> = {}) {
  const calls: (readonly string[])[] = []
  const handler: EmbedHandler = {
    id: 'letters',
    run: async ({ texts }) => {
      calls.push(texts)
      return texts.map(lettersOf)
    },
    ...more,
  }
  return { handler, calls }
}

export const lettersOf = (text: string): number[] =>
  Array.from(
    'abcdefghijklmnopqrstuvwxyz',
    letter => 0.1 + text.toLowerCase().split(letter).length - 1 + 1 / 3,
  )
