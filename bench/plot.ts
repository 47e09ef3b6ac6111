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
const svg: string = await view.toSVG()
// Half of the file is for scripts that a picture does not run.
const drawing = svg
  .replaceAll(/ (?:class|role|aria-[a-z]+|pointer-events)="[^"]*"/g, '')
  .replaceAll(/<path[^>]* (?:d=""|display="none")[^>]*\/>|<path d="M0,0h0v0h0Z"\/>/g, '')
writeFileSync(join(import.meta.dirname, '../docs/bench-compile.svg'), `${drawing}\n`)
