/**
 * Fields in which a part holds its content, in lookup order. The importer and the client's stream have a row for each: a
 * new field is an error in both.
 */
export const contentFields = ['functionCall', 'functionResponse', 'inlineData', 'fileData', 'text'] as const

/** Field in which a part holds its content. */
export type ContentField = (typeof contentFields)[number]
