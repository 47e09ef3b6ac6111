import { builtin } from '../../text/builtin.ts'
import type { LoadModule } from '../contract/module.ts'

/** Matches package names, with or without a path, and file URLs. They name the same module from everywhere. */
const named = /^(?:@?[\w][\w.~-]*(?:\/[\w.~-]+)*|file:\/\/\S+)$/

/** Imports a package of the app or a `file:` URL. Refuses paths, `data:` URLs and Node's built-in modules. */
export const importModule: LoadModule = async module => {
  if (!named.test(module))
    throw new TypeError(
      `'${module}' must be a package or a file: URL; for anything else pass allowImport as a function that loads it`,
    )
  if (module.startsWith('file:')) return (await import(module)) as Readonly<Record<string, unknown>>
  const builtins = builtin<typeof import('node:module')>('node:module')
  const vm = builtin<typeof import('node:vm')>('node:vm')
  if (!builtins || !vm)
    throw new TypeError(`'${module}' cannot be imported here: pass allowImport as a function that loads it`)
  if (builtins.isBuiltin(module))
    throw new TypeError(`'${module}' is built into Node, and such modules are never imported`)
  // A script without a file resolves packages from the app's working directory; `import()` would resolve from this
  // file.
  const script = new vm.Script('module => import(module)', {
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return (script.runInThisContext() as LoadModule)(module)
}

const refused: LoadModule = module => {
  throw new TypeError(
    `'${module}' was not imported, because a program that is data may name any code: to trust it, pass allowImport (--allow-import on the command line)`,
  )
}

/**
 * Returns the function that loads the module of a reference. The option `allowImport` decides; without it, only
 * references written in code are imported.
 */
export function loaderFor(allowImport: boolean | LoadModule | undefined, isData: boolean): LoadModule {
  if (typeof allowImport === 'function') return allowImport
  return (allowImport ?? !isData) ? importModule : refused
}
