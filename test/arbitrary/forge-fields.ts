/** Object of any format. */
export type AnyObject = Readonly<Record<string, unknown>>

/** Field in which one or another format keeps words outside the content. */
interface Field {
  readonly name: string
  fits(holder: AnyObject): boolean
  value(tag: string, holder: AnyObject): unknown
}

const isType =
  (...types: readonly string[]) =>
  ({ type }: AnyObject): boolean =>
    types.includes(String(type))

const has =
  (...keys: readonly string[]) =>
  (holder: AnyObject): boolean =>
    keys.some(key => key in holder)

const word = (tag: string): string => tag

const fields: readonly Field[] = [
  { name: 'name', fits: has('role', 'source'), value: word },
  { name: 'title', fits: isType('document'), value: word },
  { name: 'context', fits: isType('document'), value: word },
  { name: 'filename', fits: has('file_data', 'mediaType'), value: word },
  { name: 'displayName', fits: has('mimeType'), value: word },
  { name: 'namespace', fits: isType('function_call'), value: word },
  { name: 'reason', fits: isType('mcp_approval_response', 'tool-approval-response'), value: word },
  {
    name: 'citations',
    fits: isType('text'),
    value: tag => [{ type: 'char_location', cited_text: tag, document_title: tag }],
  },
  {
    name: 'annotations',
    fits: isType('output_text'),
    value: tag => [{ type: 'url_citation', url: 'https://x.org', title: tag, start_index: 0, end_index: 1 }],
  },
  {
    name: 'partMetadata',
    fits: holder =>
      has('text', 'inlineData', 'fileData', 'functionCall')(holder) && !has('type', 'author')(holder),
    value: tag => ({ note: tag, [tag]: 1 }),
  },
  {
    name: 'providerOptions',
    fits: isType('text', 'file', 'image', 'tool-call', 'tool-result'),
    value: tag => ({ anthropic: { title: tag, context: tag }, google: { [tag]: tag } }),
  },
  { name: 'extra', fits: has('kind', 'author'), value: extra },
]

/** Returns extra fields in one format, for an event of a session or for one of its parts. */
function extra(tag: string, { kind }: AnyObject): unknown {
  if (tag.length % 2 === 0) return { format: 'ai-sdk', fields: { providerOptions: { openai: { tag } } } }
  if (kind === undefined) return { format: 'openai-chat', fields: { name: tag } }
  if (kind === 'file') return { format: 'anthropic', fields: { context: tag } }
  return { format: 'gemini', fields: { partMetadata: { [tag]: tag } } }
}

/** Returns an object with every fitting field added. */
export const extended = (holder: AnyObject, tag: string): AnyObject => ({
  ...holder,
  ...Object.fromEntries(
    fields.filter(({ fits }) => fits(holder)).map(({ name, value }) => [name, value(tag, holder)]),
  ),
})
