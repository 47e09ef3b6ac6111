/** Advice for users, by error code of SQLite or of the operating system. */
const advice: Readonly<Record<string, string>> = {
  5: 'another program keeps it locked: end that program, or pass the path of another file',
  8: 'it cannot be written: make the file and its folder writable, or copy the file to a folder that is',
  10: 'the disk reports an error: check the disk, and its free space',
  11: 'it is damaged: restore a backup, or save what is left with `.recover` of the sqlite3 program',
  13: 'the disk is full: free some space',
  14: 'it cannot be opened: pass the path of a file, in a folder that this process may write',
  26: 'it is no SQLite database: pass the path of another file, or move this one away',
  EACCES: 'this process may not write it: make the file and its folder writable, or pass another path',
  EISDIR: 'it is a folder: pass the path of a file',
  ENOSPC: 'the disk is full: free some space',
  ENOTDIR: 'a part of its path is a file, not a folder: pass another path',
  EEXIST: 'a part of its path is a file, not a folder: pass another path',
  EPERM: 'this process may not write it: make the file and its folder writable, or pass another path',
  EROFS: 'its disk is read-only: copy the file to one that can be written, and pass that path',
}

/** Returns an error that says why a file cannot be a store, with advice. */
export function openError(path: string, error: unknown): Error {
  const { message, code, errcode } = error as NodeJS.ErrnoException & { readonly errcode?: number }
  const key = errcode === undefined ? code : Number(errcode) & 0xff
  const reason = advice[`${key}`]
  const why = reason === undefined ? message : `${reason} (${message})`
  return new Error(`sqliteStore cannot open '${path}': ${why}`, { cause: error })
}
