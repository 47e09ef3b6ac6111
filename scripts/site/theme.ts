import {
  DefaultTheme,
  DefaultThemeRenderContext,
  JSX,
  type PageEvent,
  type Reflection,
  ReflectionKind,
  type RenderTemplate,
} from 'typedoc'
import { apiPage, importLine } from './api.ts'
import { type Content, pageOf } from './layout.ts'
import { repaired } from './markup.ts'

type Template = RenderTemplate<PageEvent<Reflection>>

const nothing = JSX.createElement(JSX.Fragment, null)

/** Icons become a character or nothing: TypeDoc's icons are in a file that a browser does not read from a folder. */
class Context extends DefaultThemeRenderContext {
  override get icons(): DefaultThemeRenderContext['icons'] {
    const sign = JSX.createElement('span', { 'aria-hidden': 'true' }, '#')
    return new Proxy(super.icons, { get: (_, name) => () => (name === 'anchor' ? sign : nothing) })
  }

  override breadcrumbs = (): JSX.Element => nothing // the line that imports a declaration leads to its entry point
}

/** TypeDoc's templates for Markdown and declarations, in our own page frame. Each page is added to `made`. */
export const themeOf = (made: Content[]): typeof DefaultTheme =>
  class extends DefaultTheme {
    override ContextClass = Context

    override defaultLayoutTemplate = (page: PageEvent<Reflection>, template: Template): JSX.Element => {
      const content = contentOf(page, this.getRenderContext(page), template)
      made.push(content)
      return JSX.createElement(JSX.Raw, { html: pageOf(content) })
    }
  }

function contentOf(
  page: PageEvent<Reflection>,
  context: DefaultThemeRenderContext,
  template: Template,
): Content {
  const { model, url } = page
  if (model.isProject()) return { url, title: 'API', main: apiPage(model, context).text, headings: [] }
  const body = template(page)
  const text = typeof body === 'string' ? body : JSX.renderElement(body)
  if (model.isDocument()) {
    const headings = page.pageHeadings.map(({ link, text, level = 2 }) => ({ link, text, level }))
    return { url, title: model.name, main: repaired(text), headings }
  }
  const main = repaired(JSX.renderElement(context.header(page)) + importLine(model, context).text + text)
  const members = page.pageHeadings.filter(({ kind }) => kind !== undefined)
  const headings = model.kindOf(ReflectionKind.Module)
    ? []
    : members.map(({ link, text }) => ({ link, text, level: 2 }))
  return { url, title: model.name, main, headings }
}
