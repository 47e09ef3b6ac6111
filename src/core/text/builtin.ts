/**
 * Returns a built-in module of Node; undefined on other platforms. The module is not imported statically, because this
 * would break bundles for browsers. An edge sandbox throws on any access to `process.getBuiltinModule`, so errors are
 * caught.
 */
export function builtin<Module>(name: string): Module | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.(name) as Module | undefined
  } catch {
    return undefined
  }
}
