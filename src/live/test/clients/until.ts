/** Resolves once a condition holds. No test is about time, so there is no limit but the test's own. */
export const until = async (check: () => boolean): Promise<void> => {
  while (!check()) await new Promise(resolve => setTimeout(resolve, 1))
}
