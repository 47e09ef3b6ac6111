/**
 * Share of the answers to questions that the memory stores find across sessions, compared with `C.relevant` in one session.
 * With `POSTGRES_URL`, also the share of `postgresMemories` in a schema `bench` of that database, which is not recorded.
 */

import type { MemoryStore } from 'ctxc/remember'
import pg from 'pg'
import { postgresMemories } from '../dist/remember/postgres.js'
import { sqliteMemories } from '../dist/remember/sqlite.js'
import { processMemories } from '../dist/remember.js'
import { recorded } from '../scripts/docs/figures.ts'
import { type Conversation, conversations } from './relevance/conversations.ts'
import { hashedWords, wordMeans } from './relevance/local-embeddings.ts'
import { newest, ours } from './relevance/methods.ts'
import { budgets, type Method, recall } from './relevance/recall.ts'
import { machine } from './report/machine.ts'
import { markdown } from './report/markdown.ts'
import { table } from './report/table.ts'

const folder = process.argv.slice(2).find(argument => !argument.startsWith('-'))
const shape = process.argv.includes('--markdown') ? markdown : table
const sets = {
  LoCoMo: conversations('locomo/conversations.jsonl.gz', folder),
  QMSum: conversations('qmsum/meetings.jsonl.gz', folder),
}
if (sets.LoCoMo.length === 0) throw new Error('this needs the data folder')

/** Most memories of one search: more than any budget here holds. */
const top = 400

const owner = { app: 'bench', user: 'one' }
let [searches, time] = [0, 0]

/** Returns a method that answers from rankings that a store gave before. */
async function stored(store: MemoryStore, all: readonly Conversation[]): Promise<Method> {
  const ranked = new Map<Conversation, Map<string, readonly number[]>>()
  for (const conversation of all) {
    await store.deleteOwner(owner)
    await store.add(
      owner,
      conversation.turns.map(({ text, author, session }, id) => ({
        ...{ id: String(id), text: text.slice(author.length + 2), author },
        ...(session !== undefined && { session }),
      })),
    )
    const byQuery = new Map<string, readonly number[]>()
    for (const { query } of conversation.questions) {
      const began = performance.now()
      const found = await store.search(owner, { text: query, top })
      time += performance.now() - began
      searches++
      byQuery.set(
        query,
        found.map(({ id }) => Number(id)),
      )
    }
    ranked.set(conversation, byQuery)
  }
  return conversation => query => ranked.get(conversation)?.get(query) ?? []
}

const all = Object.values(sets).flat()
const rows: string[][] = []
const add = (name: string, method: Method): void => {
  const shares = Object.values(sets).flatMap(set => recall(set, method).map(share => share.toFixed(1)))
  rows.push([name, ...shares, searches === 0 ? '' : (time / searches).toFixed(2)])
  ;[searches, time] = [0, 0]
}
add('newest turns', newest)
add('C.relevant', ours())
add('processMemories', await stored(processMemories(), all))
add('sqliteMemories', await stored(sqliteMemories(':memory:'), all))
for (const embed of [wordMeans(), hashedWords()]) {
  add(`processMemories, embed: ${embed.id}`, await stored(processMemories({ embed }), all))
  add(`sqliteMemories, embed: ${embed.id}`, await stored(sqliteMemories(':memory:', { embed }), all))
}

const recordedRows = [...rows]
if (process.env.POSTGRES_URL !== undefined) {
  const pool = new pg.Pool({ connectionString: process.env.POSTGRES_URL })
  for (const embed of [undefined, wordMeans(), hashedWords()]) {
    const store = postgresMemories(pool, { schema: 'bench', ...(embed && { embed }) })
    add(`postgresMemories${embed ? `, embed: ${embed.id}` : ''}`, await stored(store, all))
  }
  await pool.query('drop schema bench cascade')
  await pool.end()
}

const head = Object.keys(sets).flatMap(name => budgets.map(budget => `${name} ${budget / 1_000}k`))
console.log(machine())
const names = ['Evidence found, %', ...head, 'ms a search']
recorded(
  'memories',
  [names, ...recordedRows].map(row => row.slice(0, -1)),
)
console.log(shape([names, ...rows]))
