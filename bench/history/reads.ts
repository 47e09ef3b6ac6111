import type { EventInput } from 'ctxc'

const lines = (of: number) =>
  Array.from({ length: 30 }, (_, line) => ({
    line,
    text: `const value_${of}_${line} = compute(${line * of})`,
  }))

/**
 * Returns the contents of a file, as JSON of some 1,700 characters; every fifth read returns the contents of an earlier one.
 */
const file = (step: number): string => {
  const of = step % 5 === 0 ? 3 : step
  return JSON.stringify({ path: `src/file${of % 37}.ts`, ok: true, lines: lines(of) })
}

/** An agent that reads a file at every step; a user says something before each eighth. */
function* reading(): Generator<EventInput, never> {
  for (let step = 0; ; step++) {
    if (step % 8 === 0) {
      const text = `Please look at item ${step} of the parser and tell me about module ${step % 91}.`
      yield { author: 'user', parts: [{ kind: 'text', text }] }
    }
    const id = `call_${step}`
    const called = JSON.stringify({ path: `src/file${step % 37}.ts` })
    yield {
      author: 'agent',
      parts: [
        { kind: 'text', text: `Reading ${step}` },
        { kind: 'tool-call', id, name: 'read', arguments: called },
      ],
    }
    yield {
      author: 'tool',
      parts: [{ kind: 'tool-result', id, name: 'read', content: [{ kind: 'text', text: file(step) }] }],
    }
  }
}

/** So many events. */
export function reads(count: number): EventInput[] {
  const source = reading()
  return Array.from({ length: count }, () => source.next().value)
}
