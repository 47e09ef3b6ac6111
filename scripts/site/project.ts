import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Application, type ProjectReflection, type Reflection, ReflectionKind } from 'typedoc'
import { entries, root } from '../entries.ts'
import { diagnosticsPage } from './contents.ts'
import { steadyHighlight } from './highlight.ts'
import { sources } from './sources.ts'

const cache = 'node_modules/.cache/site'
const generated = `${cache}/diagnostics.md`

/** Paths, without extension, of the pages that documents become. */
export const pages = new WeakMap<Reflection, string>()

const pageOfFile = new Map([
  ...sources.map(({ file, page }) => [file, page] as const),
  [generated, 'diagnostics/index'],
])

/** Writes additional input of TypeDoc: the list of diagnostics, and a project without tests and scripts. */
function writeInputs(): void {
  mkdirSync(join(root, cache), { recursive: true })
  writeFileSync(join(root, generated), diagnosticsPage(cache))
  const up = relative(cache, '.')
  const files = entries.map(({ source }) => `${up}/${source}`)
  writeFileSync(
    join(root, cache, 'tsconfig.json'),
    JSON.stringify({ extends: `${up}/tsconfig.json`, files, include: [] }),
  )
}

/** Prepares TypeDoc with every entry point and every page of Markdown. */
export async function prepare(): Promise<Application> {
  writeInputs()
  return Application.bootstrap({
    name: 'ctxc',
    entryPoints: entries.map(({ source }) => join(root, source)),
    tsconfig: join(root, cache, 'tsconfig.json'),
    projectDocuments: [...pageOfFile.keys()].map(file => join(root, file)),
    basePath: root,
    readme: 'none',
    headings: { readme: false, document: false },
    sort: ['kind', 'instance-first', 'alphabetical-ignoring-documents'],
    groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases', 'References'],
    useFirstParagraphOfCommentAsSummary: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    includeHierarchySummary: false,
    skipErrorChecking: true, // `npm run typecheck` does it
    markdownItLoader: steadyHighlight,
    ignoredHighlightLanguages: ['mermaid', 'text'],
    highlightLanguages: ['ts', 'js', 'json', 'jsonc', 'jsonl', 'sh', 'console', 'html', 'diff'],
    // `npm run api` decides which types may stay unexported.
    validation: {
      notExported: false,
      invalidLink: true,
      invalidPath: true,
      rewrittenLink: true,
      notDocumented: false,
    },
  })
}

/**
 * Reads the sources. Entry points get the names of their imports, and documents get the text of their first heading.
 */
export async function convert(app: Application): Promise<ProjectReflection> {
  const project = await app.convert()
  if (project === undefined) throw new Error('site: TypeDoc could not read the sources')
  const ids = new Map(entries.map(({ source, id }) => [source.replace(/\.ts$/, ''), id]))
  for (const reflection of project.getReflectionsByKind(ReflectionKind.Module | ReflectionKind.Document)) {
    const file = relative(root, project.files.getReflectionPath(reflection) ?? '')
    if (reflection.kindOf(ReflectionKind.Document)) name(reflection, file)
    else reflection.name = ids.get(file.replace(/\.ts$/, '')) ?? reflection.name
  }
  return project
}

function name(document: Reflection, file: string): void {
  const page = pageOfFile.get(file)
  if (page === undefined) throw new Error(`site: ${file} has no page`)
  pages.set(document, page === 'index' ? 'README' : page)
  document.name = sources.find(source => source.file === file)?.title ?? 'Diagnostics'
}
