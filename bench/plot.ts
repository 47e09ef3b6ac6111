/** Draws the last results of `npm run compile` for the README: results/compile.json to docs/bench-compile.svg. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importPeer } from './library/import-peer.ts'
import { type Results, specification } from './report/plot.ts'

const path = join(import.meta.dirname, 'results/compile.json')
const results: Results = JSON.parse(readFileSync(path, 'utf8'))
const { compile } = await importPeer('vega-lite')
const { View, parse } = await importPeer('vega')
const view = new View(parse(compile(specification(results)).spec), { renderer: 'none' })
const drawing: string = await view.toSVG()
writeFileSync(join(import.meta.dirname, '../docs/bench-compile.svg'), `${drawing}\n`)
