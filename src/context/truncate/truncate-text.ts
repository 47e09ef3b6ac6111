/** Stands here until the real one is merged. */
export function truncateText(
  text: string,
  options: { readonly tokens: number; readonly keep: 'head' | 'tail' | 'both' },
  count: (text: string) => number,
): string | null {
  return count(text) <= options.tokens ? null : [...text].slice(0, options.tokens).join('')
}
