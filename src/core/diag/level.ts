/**
 * Severity. `error`: no request, or one that the provider would refuse. `warn`: something is lost. `info`: a choice was
 * made.
 */
export type Level = 'error' | 'warn' | 'info'
