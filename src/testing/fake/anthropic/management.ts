import { fieldsOf, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { isThinkingOn } from './params.ts'

/**
 * Checks server-side context edits (rules A20, A21). Source: context-editing and compaction pages, recorded rejections.
 */
export const checkManagement = (check: Check): void => {
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
