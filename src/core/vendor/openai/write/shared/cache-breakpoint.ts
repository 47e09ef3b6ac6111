/** Mark at the end of a prefix to cache. */
export interface CacheBreakpoint {
  mode: 'explicit'
}
