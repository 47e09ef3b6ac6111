/** Speakers by role name, in the many spellings of data sets. */
const speakers: ReadonlyMap<string, string> = new Map(
  [
    ['user', 'user human prompter'],
    ['agent', 'assistant ai bot gpt model chatbot chatgpt'],
    ['developer', 'system developer'],
    ['tool', 'tool function observation tool_response function_response'],
    ['call', 'function_call tool_call'],
  ].flatMap(([author = '', names = '']) => names.split(' ').map(name => [name, author] as const)),
)

/** The author that a role's name stands for, `call` for a call written as JSON; undefined for one that is not known. */
export const speakerOf = (role: unknown): string | undefined =>
  typeof role === 'string' ? speakers.get(role.toLowerCase()) : undefined
