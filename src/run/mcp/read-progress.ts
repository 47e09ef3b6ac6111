import { objectOr, stringOr } from '../../core/from/read.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { visibleText } from './clean-text.ts'

/** Maximum number of characters in a progress message. */
const mostMessage = 500

/** Reads a server's progress report: its numbers, and its message, cleaned and cut because an outsider wrote it. */
export function readProgress(report: unknown): JsonObject {
  const { progress, total, message } = objectOr(report)
  const words = visibleText(stringOr(message), mostMessage)
  return {
    ...(Number.isFinite(progress) && { progress: Number(progress) }),
    ...(Number.isFinite(total) && { total: Number(total) }),
    ...(words !== '' && { message: words }),
  }
}
