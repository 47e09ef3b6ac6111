import { BaseRouter, type Reflection, ReflectionKind } from 'typedoc'
import { pages } from './project.ts'

/**
 * Addresses of pages. Markdown keeps the paths of its folder, and an entry point is a folder named like its import:
 * `api/ctxc/from/openai/index.html`, `api/ctxc/from/openai/fromOpenAI.html`.
 */
export class Router extends BaseRouter {
  protected override getIdealBaseName(reflection: Reflection): string {
    const page = pages.get(reflection)
    if (page !== undefined) return page
    if (reflection.kindOf(ReflectionKind.Module)) return `api/${reflection.name}/index`
    const names: string[] = []
    let at = reflection
    for (; !at.kindOf(ReflectionKind.Module); at = at.parent!) names.unshift(this.getUrlSafeName(at.name))
    return `api/${at.name}/${names.join('.')}`
  }

  /** The project's own page lists the entry points; the page at the root is README.md. */
  protected override getFileName(baseName: string): string {
    return super.getFileName(
      baseName === projectPage ? 'api/index' : baseName.replace(/^README$/, projectPage),
    )
  }
}

const projectPage = 'index'
