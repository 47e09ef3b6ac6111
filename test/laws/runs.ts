const number = (name: string, usual: number): number => {
  const given = Number(process.env[name] ?? usual)
  if (!Number.isInteger(given)) throw new TypeError(`${name} must be a whole number`)
  return given
}

/** Number of cases, and their seed: `CTXC_LAW_RUNS` and `CTXC_LAW_SEED`. */
export const parameters = {
  numRuns: number('CTXC_LAW_RUNS', 1_500),
  seed: number('CTXC_LAW_SEED', 20_260_101),
} as const

/** Time that a test of a law may take, in milliseconds: more cases may take longer. */
export const patience = (milliseconds: number): number =>
  milliseconds * Math.max(1, parameters.numRuns / 1_500)
