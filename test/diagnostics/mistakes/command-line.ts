import { runIn } from '../../../src/cli/test-io.ts'
import { moduleOf } from '../../../src/cli/test-module.ts'
import { type Mistake, mistake } from './mistake.ts'

const files = {
  'chat.json': '[{"role":"user","content":"Hi"}]',
  'broken.json': '[{"role":"user",}]',
  'empty.json': '',
  'package.json': '{"name":"app","version":"1.0.0"}',
  'plan.json': '{"version":1}',
}

const app = moduleOf("export const planner = { name: 'planner', instruction: 'Plan.' }")
const noProgram = moduleOf('export const answer = 42')
const throws = moduleOf("throw new Error('no API key')")

/** Runs a command; the names of temporary files are replaced. */
const command = (...argv: string[]) =>
  mistake(`ctxc ${argv.map(arg => (arg.startsWith('/') ? nameOf(arg) : arg)).join(' ')}`, async () => {
    const { code, out, err } = await runIn({ files }, ...argv)
    const answer = err === '' ? diagnosticsIn(out) : err
    const shown = [app, noProgram, throws].reduce((text, path) => text.replaceAll(path, nameOf(path)), answer)
    return `exit ${code}: ${shown.replaceAll(/file:\/\/\S*\//g, '').trimEnd()}`
  })

/** Returns the diagnostics in a printed report. */
const diagnosticsIn = (out: string): string =>
  out
    .split('\n')
    .filter(line => /^(error|warn|info)\[/.test(line) || /^ +(=|-->)/.test(line))
    .join('\n')

const nameOf = (path: string): string =>
  path === app ? 'app.mjs' : path === throws ? 'throws.mjs' : path === noProgram ? 'other.mjs' : path

/** Commands with wrong arguments or files. */
export const commandMistakes: readonly Mistake[] = [
  command('explian', 'chat.json'),
  command('compile'),
  command('compile', 'chat.json', '--bugdet', '100'),
  command('compile', 'chat.json', '--budget', '16k'),
  command('compile', 'chat.json', '--target', 'opnai'),
  command('compile', 'chat.json', '--format', 'yaml'),
  command('compile', 'chat.json', '--cache', 'on'),
  command('compile', 'chat.json', '--model', 'gpt-5.4', '--agent', 'planner'),
  command('compile', 'missing.json'),
  command('compile', '/tmp'),
  command('compile', 'broken.json'),
  command('compile', 'empty.json'),
  command('compile', 'package.json'),
  command('compile', 'chat.json', '--plan', 'plan.json'),
  command('compile', app, '--agent', 'plannr', '--model', 'gpt-5.4'),
  command('compile', app, '--export', 'nope', '--model', 'gpt-5.4'),
  command('compile', noProgram),
  command('compile', throws),
  command('check', 'chat.json'),
  command('check', app, '--level', 'CX1009'),
  command('check', app, '--level', 'CX1009=warning'),
  command('check', '/nowhere/src'),
  command('explain', 'CX9999'),
  command('explain', 'CX3O01'),
  command('explain', 'chat.json', '--find', 'Hi', '--html', 'page.html'),
  command('diff', '-', '-'),
  command('run', app, '--session', ''),
  command('run', app, '--message', 'Hi', '--store', 'memory', '--resume'),
]
