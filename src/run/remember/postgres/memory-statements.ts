import { isOwned } from '../../store/postgres/fragments.ts'
import { inSchema, statementsIn } from '../../store/postgres/schema.ts'
import { mostBest, mostNewest, reach } from '../candidates.ts'

/** Query for the owner in the parameters 1 and 2. An owner without memories has no row. */
const owner = `owner as materialized (select key, last from S.memory_owner where ${isOwned})`

/** Condition for memories of the owner. */
const isOwn = 'owner = (select key from owner)'

/** Condition for memories of other sessions than one. */
const isOfOther = (session: string): string =>
  `(${session}::text is null or session is distinct from decode(${session}, 'hex'))`

/** Word of a text as it is stored: with the key of its owner. */
const storedWord = "owner.key || ' ' || word"

/**
 * Weight of a word, and score of a memory, by BM25 (Robertson 1994) with its usual constants: rare words count more, and
 * repeated words and those of a long memory count less.
 */
const weight = 'ln(1 + (greatest(owner.last - count(*), 0) + 0.5) / (count(*) + 0.5)::float8)'
const score = 'sum(weight * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * hit.length / mean.length)))'

/** Statements of a store of memories, each of which is a transaction. `S.` stands for the schema. */
const statements = {
  /**
   * Adds memories. A known one keeps its number, and an unchanged one its row and its entries in the index. The row of the
   * owner is locked, so new ones have consecutive numbers.
   */
  add: `
    with given as materialized (
      select place, sha256(decode(id, 'hex')) as id, decode(session, 'hex') as session, body, words, embedder,
        embedding::real[] as embedding
      from json_to_recordset($3::text::json) as given
        (place bigint, id text, session text, body text, words text[], embedder text, embedding text)
    ),
    kept as materialized (
      select memory.id, memory.owner, memory.seq from S.memory join S.memory_owner on key = owner join given on given.id = memory.id
      where ${isOwned}
    ),
    fresh as materialized (
      select id, row_number() over (order by place) as ordinal from given
      where not exists (select 1 from kept where kept.id = given.id)
    ),
    owner as (
      insert into S.memory_owner as owner (app, app_user, last)
      select decode($1, 'hex'), decode($2, 'hex'), count(*) from fresh
      on conflict (app, app_user) do update set last = owner.last + excluded.last
      returning key, last
    )
    insert into S.memory as memory (owner, seq, id, session, body, words, embedder, embedding)
    select owner.key,
      case when kept.owner = owner.key then kept.seq else owner.last - (select count(*) from fresh) + ordinal end,
      given.id, session, body, array(select ${storedWord} from unnest(given.words) as word), embedder, embedding
    from owner, given left join kept using (id) left join fresh using (id)
    order by place
    on conflict (owner, id) do update set session = excluded.session, body = excluded.body, words = excluded.words,
      embedder = excluded.embedder, embedding = excluded.embedding
    where (memory.body, memory.words, memory.embedder, memory.embedding)
      is distinct from (excluded.body, excluded.words, excluded.embedder, excluded.embedding)`,
  /**
   * Returns the memories to rank, in the order of their numbers: those with the best scores by words, the neighbours of
   * the best, the newest, and those whose numbers are given.
   */
  search: `
    with ${owner},
    query as materialized (
      select ${storedWord} as word from owner, json_array_elements_text($3::text::json) as word
    ),
    matching as materialized (
      select seq, words from S.memory
      where ${isOwn} and words && (select array_agg(word) from query) and ${isOfOther('$4')}
    ),
    hit as materialized (
      select seq, word, count(*) as times, cardinality(words) as length from matching, unnest(words) as word
      where word in (select word from query) group by seq, word, cardinality(words)
    ),
    known as materialized (select word, ${weight} as weight from hit, owner group by word, owner.last),
    mean as materialized (select avg(cardinality(words))::float8 as length from matching),
    best as materialized (
      select seq, row_number() over (order by ${score} desc, seq desc) as place
      from hit join known using (word), mean group by seq order by place limit $5::bigint
    ),
    chosen as (
      select seq from best
      union select seq + distance from best, generate_series(-${reach}, ${reach}) as distance where place <= ${mostBest}
      union (select seq from S.memory where ${isOwn} and ${isOfOther('$4')} order by seq desc limit ${mostNewest})
      union select seq::bigint from json_array_elements_text($6::text::json) as seq
    )
    select seq::text, body from S.memory join chosen using (seq) where ${isOwn} order by memory.seq`,
  delete: `
    with owner as materialized (select key from S.memory_owner where ${isOwned} for update)
    delete from S.memory
    where ${isOwn} and id in (
      select sha256(decode(given, 'hex')) from json_array_elements_text($3::text::json) as given
    )`,
  deleteOwner: `delete from S.memory_owner where ${isOwned}`,
  /** Returns the schema of the extension pgvector, null if this role cannot use it, and its name if the server has it. */
  extension: `
    select (
      select quote_ident(nspname) from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
      where extname = 'vector' and has_schema_privilege(extnamespace, 'usage')
    ), (select name from pg_available_extensions where name = 'vector')`,
}

/** Name of a statement. */
export type MemoryStatement = keyof typeof statements

/** Returns the statements for a schema. */
export const memoryStatementsOf = (schema: string): Readonly<Record<MemoryStatement, string>> =>
  statementsIn(statements, schema)

/**
 * Returns the statement for the likeness of each memory's vector and a query's vector, both of length 1: their inner
 * product. The extension pgvector computes it if its schema is given, and a query otherwise, which is slower.
 */
export const likenessStatement = (schema: string, extension: string | null): string => {
  const product =
    extension === null
      ? '(select sum(mine::float8 * theirs) from unnest(embedding, given.vector) as pair (mine, theirs))'
      : `${extension}.inner_product(embedding::${extension}.vector, given.vector::${extension}.vector)`
  const before = `
    with ${owner}, given as materialized (select $4::text::real[] as vector)
    select seq::text, (`
  const after = `)::text, case when ${isOfOther('$5')} then 'searched' end from S.memory, given
    where ${isOwn} and embedder = $3 and cardinality(embedding) = cardinality(given.vector) order by seq`
  // The name of the extension's schema may have any characters, also those that stand for the store's schema.
  return inSchema(before, schema) + product + inSchema(after, schema)
}
