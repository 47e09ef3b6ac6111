import type { Judged } from '../measure/judge.ts'
import { table } from './table.ts'

/** Returns a table of the requests: whether they are legal, and how full they are. */
export function verdicts(judged: readonly Judged[], names: readonly string[], budget: number): string {
  const rows = names.flatMap(name =>
    judged
      .filter(entry => entry.name === name)
      .map(({ size, budgeted, messages, tokens, broken, steps, illegal, over }, index) => [
        index ? '' : name,
        String(size),
        String(messages),
        broken.length > 0 ? broken.join(' ') : 'legal',
        tokens === null ? '–' : `${((100 * tokens) / budget).toFixed(1)} %`,
        steps > 0 ? `${illegal} of ${steps}` : '–',
        steps > 0 ? `${over} of ${steps}` : '–',
        budgeted ? '' : 'takes no budget',
      ]),
  )
  const head = ['Requests', 'history', 'messages', 'rules', 'of budget', 'steps illegal', 'steps over', '']
  return table([head, ...rows])
}
