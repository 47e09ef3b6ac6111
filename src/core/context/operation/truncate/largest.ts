/**
 * Returns the form of roughly the largest size that fits. Sizes are doubled, then bisected to one part in 64. A size
 * may be too small for any form, and a larger size may give a shorter form. Returns null if no form fits.
 */
export function findLargestForm(
  most: number,
  begin: number,
  formOf: (size: number) => string | null,
  fits: (form: string) => boolean,
): string | null {
  let best: string | null = null
  let low = 0
  let high = most + 1
  const tryForm = (size: number): boolean => {
    const form = formOf(size)
    if (form === null) return true
    if (!fits(form)) return false
    best = form
    return true
  }
  for (let size = Math.min(most, Math.max(1, begin)); size < high; size = Math.min(size * 2, most)) {
    if (!tryForm(size)) high = size
    else if (size === most) return best
    else low = size
  }
  while (high - low > 1 + (low >> 6)) {
    const size = (low + high) >> 1
    if (tryForm(size)) low = size
    else high = size
  }
  return best ?? (tryForm(0) ? best : null)
}
