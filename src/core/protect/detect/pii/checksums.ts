/** Whether the last digit is the check digit of the digits before it (Luhn, ISO/IEC 7812). */
export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const value = digits.charCodeAt(digits.length - 1 - at) - 48
    const weighted = at % 2 === 0 ? value : value * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

/**
 * Returns the remainder of an account number divided by 97, after each letter was replaced with two digits (ISO 13616).
 */
export function mod97(text: string): number {
  let rest = 0
  for (const one of text) {
    const value = Number.parseInt(one, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
