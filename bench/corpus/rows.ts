import type { Random } from './random.ts'

/** Numbers as tables hold them: so many characters of rows of whole numbers, decimals and dates. */
export function rows(length: number, random: Random): string {
  const whole = (): string => String(random(10 ** (1 + random(8))))
  const decimal = (): string => ((random(2_000_001) - 1_000_000) / 10 ** (1 + random(5))).toString()
  const two = (below: number): string => String(1 + random(below)).padStart(2, '0')
  const date = (): string => `${2000 + random(27)}-${two(12)}-${two(28)}`
  let text = ''
  while (text.length < length)
    text += `${[date(), whole(), whole(), decimal(), decimal(), decimal()].join(',')}\n`
  return text.slice(0, length)
}
