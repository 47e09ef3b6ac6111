import {
  type DeclarationReflection,
  type DefaultThemeRenderContext,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc'
import { Html, html } from '../../src/cli/explain/html/html.ts'
import { entries } from '../entries.ts'

const types = ReflectionKind.Interface | ReflectionKind.TypeAlias
const values = ReflectionKind.Function | ReflectionKind.Variable | ReflectionKind.Class

/** The list of entry points, in the order of package.json, with the values that each exports. */
export function apiPage(project: ProjectReflection, context: DefaultThemeRenderContext): Html {
  const modules = new Map(project.children?.map(module => [module.name, module]))
  const rows = entries.flatMap(({ id }) => {
    const module = modules.get(id)
    return module === undefined
      ? []
      : html`<dt>${linkTo(module, context)}</dt><dd>${valuesOf(module, context)}</dd>`
  })
  return html`<h1>API</h1><p>Every entry point of the package, with the values that it exports. The page of an entry point lists types too.</p><dl class="entries">${rows}</dl>`
}

function valuesOf(module: DeclarationReflection, context: DefaultThemeRenderContext): Html {
  const named = module.children?.filter(child => child.kindOf(values)) ?? []
  return named.length === 0
    ? html`types only`
    : new Html(named.map(child => linkTo(child, context).text).join(', '))
}

const linkTo = (target: Reflection, context: DefaultThemeRenderContext): Html =>
  html`<a href="${context.urlTo(target) ?? ''}">${target.name}</a>`

/** The statement that imports a declaration; its specifier leads to the entry point. Nothing for an entry point itself. */
export function importLine(model: Reflection, context: DefaultThemeRenderContext): Html {
  let top = model
  while (top.parent !== undefined && !top.parent.kindOf(ReflectionKind.Module)) top = top.parent
  if (top.parent === undefined) return html``
  const what = `import ${top.kindOf(types) ? 'type ' : ''}{ ${top.name} } from '`
  return html`<p class="import">${what}${linkTo(top.parent, context)}'</p>`
}
