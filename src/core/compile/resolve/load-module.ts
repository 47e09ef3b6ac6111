import { Path } from '../../form/path.ts'
import { builtin } from '../../text/builtin.ts'
import type { LoadModule } from '../contract/options.ts'

/**
 * Pattern of package names, with or without a path, and of file URLs. Such a name identifies one module, regardless of
 * the file that imports it.
 */
const named = /^(?:@?[\w][\w.~-]*(?:\/[\w.~-]+)*|file:\/\/\S+)$/

/** Returns the path that names a module in messages. */
const moduleReference = (module: string): Path => Path.named(`'${module}'`)

/** Imports a package of the app or a `file:` URL. Rejects paths, `data:` URLs and Node's built-in modules. */
export const importModule: LoadModule = async module => {
  if (!named.test(module))
    throw moduleReference(module).wrong('must be a package or a file: URL', {
      help: 'for anything else pass allowImport as a function that loads it',
    })
  if (module.startsWith('file:')) return (await import(module)) as Readonly<Record<string, unknown>>
  const builtins = builtin<typeof import('node:module')>('node:module')
  const vm = builtin<typeof import('node:vm')>('node:vm')
  if (!builtins || !vm)
    throw moduleReference(module).wrong('cannot be imported here', {
      help: 'pass allowImport as a function that loads it',
    })
  if (builtins.isBuiltin(module))
    throw moduleReference(module).wrong('is built into Node, and such modules are never imported')
  // A script without a file resolves packages from the app's working directory. `import()` would resolve them from this
  // file.
  const script = new vm.Script('module => import(module)', {
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return (script.runInThisContext() as LoadModule)(module)
}

const refusedImport: LoadModule = module => {
  throw moduleReference(module).wrong('was not imported, because a program that is data may name any code', {
    help: 'to trust it, pass allowImport (--allow-import on the command line)',
  })
}

/**
 * Returns the function that loads the module of a reference. The option `allowImport` decides. Without this option,
 * only references written in code are imported.
 */
export function loaderFor(allowImport: boolean | LoadModule | undefined, isData: boolean): LoadModule {
  if (typeof allowImport === 'function') return allowImport
  return (allowImport ?? !isData) ? importModule : refusedImport
}
