/** Throws a TypeError unless an object has a method. */
export function assertMethod(holder: unknown, method: string, message: string): void {
  if (typeof (holder as Record<string, unknown> | null | undefined)?.[method] !== 'function')
    throw new TypeError(message)
}
