/**
 * Sessions rush at a provider that allows 20 calls at once, over HTTP: `npm run rush -- [SESSIONS] [MILLISECONDS] [tokens]`,
 * where a call takes these milliseconds. One process and two, which have answered a session before, and again after a kill
 * while all sessions are due. No session may fail, and the time may be at most 1.15 of the ideal. With `tokens`, the provider also limits the
 * tokens of a minute, so that 500 sessions take two.
 */

import { loadavg } from 'node:os'
import { startServer } from '../test/postgres-server.ts'
import { type RushTerms, rush } from '../test/servers/rush/rush.ts'

const given = process.argv.slice(2)
const [sessions = 500, duration = 200] = given.filter(each => each !== 'tokens').map(Number)
if (![sessions, duration].every(each => Number.isInteger(each) && each > 0))
  throw new Error('usage: npm run rush -- [SESSIONS] [MILLISECONDS] [tokens]')

const server = await startServer()
const calls = { calls: 20, duration }
const rushes: Readonly<Record<string, Omit<RushTerms, 'schema' | 'sessions'>>> = given.includes('tokens')
  ? {
      'one process, tokens of a minute': {
        ...{ processes: 1, isKnown: true },
        provider: { ...calls, tokensPerMinute: 12 * sessions },
      },
    }
  : {
      'one process': { processes: 1, provider: calls, isKnown: true },
      'two processes': { processes: 2, provider: calls, isKnown: true },
      'one process, killed': { processes: 1, provider: calls, isKnown: true, kill: 'named' },
      'two processes, killed': { processes: 2, provider: calls, isKnown: true, kill: 'unnamed' },
    }
console.log(
  `${sessions} sessions, calls of ${duration} ms, load ${loadavg()
    .map(each => each.toFixed(1))
    .join(' ')}`,
)
try {
  for (const [name, terms] of Object.entries(rushes)) {
    const schema = `rush_${name.replaceAll(/\W+/g, '_')}`
    const { time, ideal, problems, answered, refused, most } = await rush({ ...terms, schema, sessions })
    for (const problem of problems.slice(0, 5)) console.error(problem)
    const ratio = time / ideal
    console.log(
      `${name}: ${(time / 1e3).toFixed(2)} s, ideal ${(ideal / 1e3).toFixed(2)} s, ratio ${ratio.toFixed(3)}; ${problems.length} problems, ${answered} calls answered, ${refused} refused, at most ${most} at once`,
    )
    if (problems.length > 0 || ratio > 1.15) process.exitCode = 1
  }
} finally {
  await server.stop()
}
