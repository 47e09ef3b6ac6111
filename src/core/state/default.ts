/**
 * Throws a TypeError that refers to `S.defaults`, the step that fills missing keys; people often write the singular.
 *
 * @deprecated Use `S.defaults`.
 *
 * @example
 * import { S } from 'ctxc'
 *
 * console.log(S.defaults({ tone: 'formal' }).kind) // state
 */
export function noDefault(..._: never[]): never {
  throw new TypeError("S has no step 'default': did you mean 'defaults'?")
}
