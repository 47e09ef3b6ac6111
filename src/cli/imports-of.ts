import { dirname, join } from 'node:path'
import type { LoadModule } from '../core/compile/contract/module.ts'
import { importModule } from '../core/compile/resolve/load-module.ts'
import type { Io } from './io.ts'
import { loadModule } from './load-module.ts'

/** Returns a function that imports the modules named by the declarations of a file; paths are relative to that file. */
export const importsOf =
  (file: string, io: Io): LoadModule =>
  name =>
    /^\.\.?\//.test(name) ? loadModule(join(dirname(file), name), io) : importModule(name)
