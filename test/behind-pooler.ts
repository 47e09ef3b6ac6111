// Tests of a project that loads this file reach the Postgres server through pgbouncer.
process.env.POSTGRES_URL = process.env.POSTGRES_POOLER_URL
