/** The version of events that this release writes and reads; a later minor version adds only what may go unread. */
export const majorVersion = 1

/** Whether this release reads events of a version. */
export const isReadable = (version: unknown): boolean =>
  typeof version === 'number' && version >= 0 && Math.floor(version) <= majorVersion
