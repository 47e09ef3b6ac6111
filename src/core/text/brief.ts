import { cutColumns } from './columns.ts'

/** Columns of a value, a key or an error that a message shows at most; the original may be very long. */
const shown = 200

/** Returns the start of a text; columns are counted only there. */
export const brief = (text: string): string => cutColumns(text.slice(0, shown * 4), shown)
