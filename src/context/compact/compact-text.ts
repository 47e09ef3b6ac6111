/** Stands here until the real one is merged. */
export function compactText(
  text: string,
  options: { readonly over: number },
  note: (kind: string, leftOut: string) => string,
): { readonly text: string; readonly kind: string } | null {
  if (text.length <= options.over + 100) return null
  return { text: `${text.slice(0, options.over / 2)}\n${note('prose', 'characters')}`, kind: 'prose' }
}
