/**
 * Fields of a part that contain its content, in lookup order. The importer and the client's stream must have a row for
 * each field, or they do not compile.
 */
export const contentFields = ['functionCall', 'functionResponse', 'inlineData', 'fileData', 'text'] as const

/** Name of a part's content field. */
export type ContentField = (typeof contentFields)[number]
