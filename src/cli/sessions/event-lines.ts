import type { Event } from '../../core/ir/event.ts'
import type { Part } from '../../core/ir/part.ts'
import type { RunAction } from '../../core/ir/run-action.ts'
import { oneLine, type Paint } from '../../core/text/columns.ts'
import type { StoredEvent } from '../../run/store/store.ts'
import { printableText } from '../run/clean-text.ts'
import { callLine, resultLine } from '../run/part-lines.ts'

/** Returns the lines that show a session event in a terminal; none if the event has no content for people. */
export function eventLines({ seq, author, parts, actions }: StoredEvent, paint: Paint): readonly string[] {
  const { set = {}, delete: deleted = [] } = actions?.state ?? {}
  const lines = [
    ...parts.flatMap(partLines),
    ...Object.entries(set).map(([key, value]) => oneLine(`${key} = ${JSON.stringify(value)}`)),
    ...deleted.map(key => oneLine(`${key} deleted`)),
    ...runnerNoteLines(actions?.run),
  ]
  const name = paint('bold', oneLine(author === 'developer' ? 'ctxc' : author))
  return lines.map((line, index) =>
    index === 0 ? `${String(seq).padStart(4)}  ${name}: ${line}` : `      ${line}`,
  )
}

function partLines(part: Part): readonly string[] {
  if (part.kind === 'text') return printableText(part.text).split('\n')
  if (part.kind === 'tool-call') return [callLine(part)]
  if (part.kind === 'tool-result') return [resultLine(part)]
  return [`[${part.kind}]`]
}

/** Returns lines about a runner's notes in an event (such as decisions) that matter to people. */
function runnerNoteLines(run: NonNullable<Event['actions']>['run']): readonly string[] {
  const lines = (Object.keys(run ?? {}) as (keyof RunAction)[]).map(name => marks[name]?.(run ?? {}) ?? '')
  return lines.filter(line => line !== '').map(oneLine)
}

const marks: { readonly [Name in keyof RunAction]?: (run: RunAction) => string } = {
  answered: ({ answered }) => (answered?.partial ? 'stopped before the end of the answer' : ''),
  rejected: ({ rejected }) => `the answer is not valid: ${rejected?.why}`,
  waits({ waits }) {
    const wanted = waits?.for === 'answer' ? 'an answer' : 'approval'
    const asked = waits?.question === undefined ? '' : `: ${waits.question.message}`
    return `waits for ${wanted}: ${waits?.calls.join(', ')}${asked}`
  },
  decided({ decided }) {
    const why = decided?.why === undefined ? '' : `: ${decided.why}`
    const did = decided?.answer === undefined ? 'approved' : 'answered'
    return `${decided?.by} ${decided?.approved ? did : 'denied'} ${decided?.call}${why}`
  },
  failed: ({ failed }) => `${failed?.agent} failed: ${failed?.why}`,
  cancelled({ cancelled }) {
    const why = cancelled?.why === undefined ? '' : `: ${cancelled.why}`
    return `cancelled ${cancelled?.calls?.join(', ') ?? 'the run'}${why}`
  },
  limit: ({ limit }) => `stopped at a limit: ${limit?.name} ${limit?.most}`,
  ended: ({ ended }) => ended?.why ?? '',
}
