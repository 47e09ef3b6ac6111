/** Resolves when a condition becomes true. The only time limit is the test's own. */
export const until = async (check: () => boolean): Promise<void> => {
  while (!check()) await new Promise(resolve => setTimeout(resolve, 1))
}
