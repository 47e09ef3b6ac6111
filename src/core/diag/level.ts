/**
 * Severity. `error`: there is no request, or the provider would refuse it. `warn`: something is lost. `info`: the
 * compiler made a choice.
 */
export type Level = 'error' | 'warn' | 'info'
