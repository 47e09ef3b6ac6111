import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Expands braces in paths: `program/{member,walk}.ts` becomes two paths. */
function expanded(path: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(path)
  if (braces === null) return [path]
  return braces[1]!.split(',').flatMap(name => expanded(path.replace(braces[0], name)))
}

/** Lists the paths that documents name in backticks and that do not exist. A path may be given by its end only. */
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
