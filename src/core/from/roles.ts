/** Authors by role name, in the spellings that data sets use. */
const speakers: ReadonlyMap<string, string> = new Map(
  [
    ['user', 'user human prompter'],
    ['agent', 'assistant ai bot gpt model chatbot chatgpt'],
    ['developer', 'system developer'],
    ['tool', 'tool function observation tool_response function_response'],
    ['call', 'function_call tool_call'],
  ].flatMap(([author = '', names = '']) => names.split(' ').map(name => [name, author] as const)),
)

/** Returns the author for a role name (`call` if its text is a call in JSON); undefined for an unknown role. */
export const speakerOf = (role: unknown): string | undefined =>
  typeof role === 'string' ? speakers.get(role.toLowerCase()) : undefined
