/**
 * Returns a built-in module of Node; undefined on other platforms. A static import would break bundles for browsers,
 * and an edge sandbox throws on any access to `process.getBuiltinModule`.
 */
export function builtin<Module>(name: string): Module | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.(name) as Module | undefined
  } catch {
    return undefined
  }
}
