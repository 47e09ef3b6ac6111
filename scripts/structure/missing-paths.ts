import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paths with braces, written out: `program/{member,walk}.ts` is two. */
function expanded(path: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(path)
  if (braces === null) return [path]
  return braces[1]!.split(',').flatMap(name => expanded(path.replace(braces[0], name)))
}

/** Lists the paths, whole or their ends, that documents name in backticks and that no file or folder of the checkout has. */
export function missingPaths(files: readonly string[], root: string): string[] {
  const ends = globSync('src/**', { cwd: root }).map(path => `/${path}`)
  const exists = (path: string): boolean =>
    existsSync(join(root, path)) || ends.some(each => each.endsWith(`/${path.replace(/\/$/, '')}`))
  return files.flatMap(file => {
    const prose = readFileSync(join(root, file), 'utf8').replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    return [...prose.matchAll(/`([^`\s]+)`/g)]
      .flatMap(([, path]) => expanded(path!))
      .filter(path => /^[\w.-]+\/|\.ts$/.test(path) && !/[<>*…@]/.test(path) && !path.startsWith('ctxc/'))
      .filter(path => !exists(path))
      .map(path => `${file}: no file ${path}`)
  })
}
