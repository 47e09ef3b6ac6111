/** Computes a value once for each text. */
export function remember<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return text => {
    let value = known.get(text)
    if (value === undefined) {
      value = compute(text)
      known.set(text, value)
    }
    return value
  }
}
