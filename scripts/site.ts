// Builds the documentation site into `site/` and checks every link of it. It needs no network and no server: open
// site/index.html. The same sources give the same bytes.
import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './entries.ts'
import { writeAssets } from './site/assets.ts'
import type { Content } from './site/layout.ts'
import { faultsOf } from './site/links.ts'
import { convert, prepare } from './site/project.ts'
import { Router } from './site/router.ts'
import { themeOf } from './site/theme.ts'

const out = join(root, 'site')
rmSync(out, { recursive: true, force: true })

const pages: Content[] = []
const app = await prepare()
app.renderer.defineRouter('site', Router)
app.renderer.defineTheme('site', themeOf(pages))
app.options.setValue('router', 'site')
app.options.setValue('theme', 'site')
const project = await convert(app)
app.validate(project)
await app.generateDocs(project, out)
await writeAssets(out, pages)

const faults = faultsOf(out)
for (const fault of faults) console.error(fault)
console.log(`site: ${pages.length} pages in ${relative(root, out)}/, ${faults.length} faults of links`)
if (faults.length > 0 || app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1)
