/** Metadata with so many pairs. */
export const pairs = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 'value']))
