/**
 * The version of events that this release writes and reads. A later minor version adds only fields that may stay
 * unread.
 */
export const majorVersion = 1

/** Whether this release can read events of a version. */
export const isReadable = (version: unknown): boolean =>
  typeof version === 'number' && version >= 0 && Math.floor(version) <= majorVersion
