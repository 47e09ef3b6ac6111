import { texts } from './files.ts'

/** TypeScript and JavaScript as packages hold it, unminified. */
export const code = (bytes: number): string[] => texts(/\.[cm]?[jt]s$/, bytes)
