import { type Fields, fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { isThinkingOn } from './params.ts'

/**
 * Checks server-side context edits (rules A20, A21), and what a compaction on demand excludes (rule A33). Source:
 * context-editing and compaction pages, recorded rejections.
 */
export const checkManagement = (check: Check): void => {
  checkExcluded(check)
  const { request, report } = check
  const edits = listOfShape(fieldsOf(request.context_management).edits).map(fieldsOf)
  edits.forEach((edit, at) => {
    const pointer = `/context_management/edits/${at}`
    const type = textOfShape(edit.type)
    if (type === 'clear_thinking_20251015') {
      if (at > 0) {
        const text = '`clear_thinking_20251015` strategy must be the first edit in `context_management.edits`'
        report('A21', pointer, text)
      }
      if (!isThinkingOn(check)) {
        const text = '`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive'
        report('A21', pointer, text)
      }
    }
    const { value } = fieldsOf(edit.trigger)
    if (type === 'compact_20260112' && typeof value === 'number' && value < 50_000) {
      const text = `context_management.edits.${at}.compact_20260112.trigger.value`
      report('A20', pointer, `${text}: Input should be greater than or equal to 50000`)
    }
  })
}

/**
 * Settings that cannot be combined with a compaction on demand, and whether a request that carries one excludes them.
 */
const excluded: readonly (readonly [
  path: string,
  isExcludedLater: boolean,
  has: (request: Fields) => boolean,
])[] = [
  ['context_management', true, ({ context_management: edits }) => !isAbsentOrNull(edits)],
  [
    'output_config/task_budget/remaining',
    true,
    ({ output_config: config }) => !isAbsentOrNull(fieldsOf(fieldsOf(config).task_budget).remaining),
  ],
  ['stop_sequences', false, ({ stop_sequences: stops }) => listOfShape(stops).length > 0],
  [
    'output_config/format',
    false,
    ({ output_config: config, output_format: format }) =>
      !isAbsentOrNull(fieldsOf(config).format) || !isAbsentOrNull(format),
  ],
  [
    'tool_choice',
    false,
    ({ tool_choice: choice }) => ['any', 'tool'].includes(textOfShape(fieldsOf(choice).type)),
  ],
]

/** Checks that nothing conflicts with a compaction that a request asks for, or carries (rule A33). */
const checkExcluded = ({ request, turns, report }: Check): void => {
  const asks = !isAbsentOrNull(request.compaction)
  const carries = turns
    .flatMap(({ placed }) => placed)
    .some(({ type, block }) => type === 'compaction' && textOfShape(block.signature) !== '')
  for (const [path, isExcludedLater, has] of excluded)
    if ((asks || (carries && isExcludedLater)) && has(request))
      report('A33', `/${path}`, `${path.replaceAll('/', '.')}: cannot be combined with \`compaction\``)
}
