#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

/**
 * Starts the command line. Node keeps the compiled code in a folder for temporary files, so that only the first process
 * compiles it. Nothing happens if Node cannot write there, or if `NODE_DISABLE_COMPILE_CACHE` is set. The library never does
 * this: the cache is for all modules of a process, so it is the app's choice.
 */
enableCompileCache()

// A static import would be compiled before the call.
const { main } = await import('./main.ts')
main()
