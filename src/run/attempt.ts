/** Result of code that may throw. */
export type Attempt<Value> = { readonly value: Value } | { readonly error: unknown }

/** Runs code of an app, and returns its value or its error. */
export async function attempt<Value>(work: () => Value | Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}
