/** Result of code that may throw. */
export type Caught<Value> = { readonly value: Value } | { readonly error: unknown }

/** Runs code of an app, and returns its value or its error. */
export async function caught<Value>(work: () => Value | Promise<Value>): Promise<Caught<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}
