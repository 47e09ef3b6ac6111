import { cutColumns } from './columns.ts'

/** Most columns of a value, a key or an error in a message: they may be as long as what somebody sent. */
const shown = 200

/** The beginning; only of it the columns are counted. */
export const brief = (text: string): string => cutColumns(text.slice(0, shown * 4), shown)
