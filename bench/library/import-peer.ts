/** Imports untyped: the type check of the root must pass where the peers are not installed. */
export const importPeer = (specifier: string) => import(specifier)
