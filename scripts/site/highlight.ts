/** Part of the Markdown parser that TypeDoc makes. */
interface Parser {
  readonly options: { highlight: (code: string, language: string) => string }
}

/** Makes highlighting depend on the code alone: a block without a language is plain text, and no line is cut short by a clock. */
export function steadyHighlight({ options }: Parser): void {
  const { highlight } = options
  options.highlight = (code, language) => withoutTime(() => highlight(code, language || 'text'))
}

/** The highlighter leaves a line half coloured after 500 ms, which a busy machine needs for the first one. */
function withoutTime<Result>(work: () => Result): Result {
  const { now } = Date
  Date.now = () => 0
  try {
    return work()
  } finally {
    Date.now = now
  }
}
