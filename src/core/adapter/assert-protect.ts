import { Path } from '../form/path.ts'
import { protections } from '../form/quantities.ts'
import { hidesValues, type Protection } from '../ir/protection.ts'

/** Options of an adapter that decide whether protected values may leave. */
export interface ProtectOptions {
  readonly protect?: readonly Protection[] | undefined
  readonly onFailure?: unknown
}

/** Rejects protections that are none, and those that need a compile, where a framework's own messages are sent. */
export function assertProtections(protect: readonly Protection[] | undefined, of: string): void {
  assertProtect({ protect }, of)
  const other = protect?.find(each => !hidesValues(each))
  if (other !== undefined)
    throw Path.named(`${of}: ${other.kind}()`).wrong('has no place here', {
      help: "the framework's own messages are sent",
    })
}

/** Rejects protections that are none, and an option by which the app's own prompt would be sent with the values. */
export function assertProtect({ protect, onFailure }: ProtectOptions, of: string): void {
  if (protect === undefined) return
  const at = Path.options(of)
  protections(protect, at.in('protect'))
  if (onFailure === 'send' && protect.length > 0)
    throw at
      .in('onFailure')
      .wrong("must be 'throw' with protect", { help: "the app's own prompt has the values" })
}
