import type { Random } from './random.ts'

const names =
  'Ada Alan Barbara Donald Edsger Frances Grace Hedy John Katherine Ken Linus Margaret Radia Tim'.split(' ')
const towns =
  'Berlin Boston Cairo Delhi Lagos Lima London Madrid Osaka Oslo Paris Porto Seoul Sydney Turin'.split(' ')
const states = ['active', 'pending', 'suspended', 'archived', 'in_review', 'closed']
const notes =
  'customer asked for refund invoice sent late please call back before shipping the new order'.split(' ')

/** A page of rows as an API returns it, indented or not. */
export function apiRows(random: Random): string {
  const rows = Array.from({ length: 20 + random(60) }, () => row(random))
  return JSON.stringify({ rows, next_cursor: hex(random, 24), total: random(100_000) }, null, random(2) * 2)
}

function row(random: Random) {
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
  const name = pick(names)
  const id = hex(random, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return {
    id,
    name: `${name} ${pick(names)}`,
    email: `${name.toLowerCase()}.${random(10_000)}@example.com`,
    status: pick(states),
    created_at: new Date(1.6e12 + random(2e9) * 80).toISOString(),
    balance: random(1_000_000) / 100,
    address: { city: pick(towns), postal_code: String(10_000 + random(90_000)), verified: random(2) === 1 },
    tags: Array.from({ length: random(5) }, () => pick(notes)),
    note: random(3) ? Array.from({ length: 4 + random(12) }, () => pick(notes)).join(' ') : null,
    url: `https://api.example.com/v2/accounts/${id}`,
  }
}

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random(16).toString(16)).join('')
