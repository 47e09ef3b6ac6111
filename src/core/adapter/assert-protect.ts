import { Path } from '../form/path.ts'
import { protections } from '../form/quantities.ts'
import { hidesValues, type Protection } from '../ir/protection.ts'

/** Options of an adapter that decide whether protected values can be sent. */
export interface ProtectOptions {
  readonly protect?: readonly Protection[] | undefined
  readonly onFailure?: unknown
}

/**
 * Rejects invalid protections, and protections that only a compile can apply. The caller sends the framework's own
 * messages without a compile.
 */
export function assertProtections(protect: readonly Protection[] | undefined, of: string): void {
  assertProtect({ protect }, of)
  const other = protect?.find(each => !hidesValues(each))
  if (other !== undefined)
    throw Path.named(`${of}: ${other.kind}()`).wrong('has no place here', {
      help: "the framework's own messages are sent",
    })
}

/** Rejects invalid protections, and `onFailure: 'send'`, which would send the app's prompt with protected values. */
export function assertProtect({ protect, onFailure }: ProtectOptions, of: string): void {
  if (protect === undefined) return
  const at = Path.options(of)
  protections(protect, at.in('protect'))
  if (onFailure === 'send' && protect.length > 0)
    throw at
      .in('onFailure')
      .wrong("must be 'throw' with protect", { help: "the app's own prompt has the values" })
}
