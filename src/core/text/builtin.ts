/**
 * Returns a built-in module of Node; undefined elsewhere. A static import would break bundles for browsers, and an edge
 * sandbox throws where `process.getBuiltinModule` is only looked at.
 */
export function builtin<Module>(name: string): Module | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.(name) as Module | undefined
  } catch {
    return undefined
  }
}
