import type { LoadModule } from '../contract/module.ts'

/** Names of packages with a path into them, and files as whole URLs: each names the same module wherever it is read. */
const named = /^(?:@?[\w][\w.~-]*(?:\/[\w.~-]+)*|file:\/\/\S+)$/

/** Imports a package of the app or a `file:` URL. It refuses paths, `data:` URLs and the modules that Node has built in. */
export const importModule: LoadModule = async module => {
  if (!named.test(module))
    throw new TypeError(
      `'${module}' must be a package or a file: URL; for anything else pass allowImport as a function that loads it`,
    )
  if (module.startsWith('file:')) return (await import(module)) as Readonly<Record<string, unknown>>
  const node = globalThis.process?.getBuiltinModule
  const builtins = node?.('node:module')
  const vm = node?.('node:vm')
  if (!builtins || !vm)
    throw new TypeError(`'${module}' cannot be imported here: pass allowImport as a function that loads it`)
  if (builtins.isBuiltin(module))
    throw new TypeError(`'${module}' is built into Node, and such modules are never imported`)
  // A script without a file resolves packages from the working directory, which is the app's; `import()` would do it from ours.
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
 * Returns how the module of a reference is loaded: as the option `allowImport` says, and without it only for a reference
 * that was written in code.
 */
export function loaderFor(allowImport: boolean | LoadModule | undefined, isData: boolean): LoadModule {
  if (typeof allowImport === 'function') return allowImport
  return (allowImport ?? !isData) ? importModule : refused
}
