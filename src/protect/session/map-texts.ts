/** Returns a copy of a JSON value with each text changed, names of fields included; the value itself if nothing changed. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  return (
    typeof value === 'string'
      ? change(value)
      : Array.isArray(value)
        ? mapList(value, change)
        : typeof value === 'object' && value !== null
          ? mapFields(value, change)
          : value
  ) as Value
}

function mapList(list: readonly unknown[], change: (text: string) => string): readonly unknown[] {
  const mapped = list.map(each => mapTexts(each, change))
  return mapped.every((each, at) => each === list[at]) ? list : mapped
}

function mapFields(fields: object, change: (text: string) => string): object {
  let isChanged = false
  const mapped = Object.entries(fields).map(([key, each]) => {
    const [name, text] = [change(key), mapTexts(each, change)]
    isChanged ||= name !== key || text !== each
    return [name, text] as const
  })
  return isChanged ? Object.fromEntries(mapped) : fields
}

/** Calls a function with each text of a JSON value, names of fields included. */
export function eachText(value: unknown, call: (text: string) => void): void {
  if (typeof value === 'string') call(value)
  else if (Array.isArray(value)) for (const each of value) eachText(each, call)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      call(key)
      eachText(each, call)
    }
}
