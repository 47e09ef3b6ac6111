import { Path } from '../form/path.ts'
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
  throw Path.named('S').wrong("has no step 'default'", { help: "did you mean 'defaults'?" })
}
