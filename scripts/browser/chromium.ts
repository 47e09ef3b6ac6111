import { spawnSync } from 'node:child_process'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns the command of an installed Chromium: `$CHROMIUM`, or the first one on the path; null if there is none. */
export function findChromium(): string | null {
  const known = process.env.CHROMIUM === undefined ? names : [process.env.CHROMIUM]
  return known.find(name => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0) ?? null
}

/** Starts the installed Chromium. Without one, throws an error that explains how to install it. */
export async function launchChromium(): Promise<Browser> {
  const command = findChromium()
  if (command === null)
    throw new Error(
      `no Chromium: ${process.env.CHROMIUM ?? names.join(', ')} cannot be run. Install one (Debian and Ubuntu: ` +
        '`apt-get install chromium`; macOS: `brew install --cask chromium`), or set CHROMIUM to the path of a Chromium or Chrome.',
    )
  const executablePath = command.includes('/') ? command : pathOf(command)
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** Returns the full path of a command, which Playwright needs. */
function pathOf(command: string): string {
  const { stdout } = spawnSync('sh', ['-c', 'command -v "$0"', command], { encoding: 'utf8' })
  return stdout.trim()
}
