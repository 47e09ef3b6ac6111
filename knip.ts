import type { KnipConfig } from 'knip'
import { cli, entries } from './scripts/entries.ts'

export default {
  entry: [
    ...[...entries, cli].map(({ source }) => source),
    '{src,test,bench,scripts}/**/*.{test,test-d}.ts',
    'examples/{*,*/index,*/program,*/check,service/server,ai-sdk-chat/page/page}.ts',
    'bench/*.ts',
    'bench/measure/{first-count,memory-child}.ts',
    'bench/live/memory-child.ts',
    'bench/runner/{child,restart,sessions}.ts',
    'bench/servers/{append,answer}.ts',
    'scripts/docs/runner.ts',
    'src/core/asset/urls-elsewhere.ts',
    'scripts/docs/shell/app.ts',
    'scripts/crowd/worker.ts',
    'scripts/kills/worker.ts',
    'scripts/site/client/site.ts',
    'src/run/dbos/test/worker.ts',
    'src/run/runner/test/processes/{follower,worker}.ts',
    'src/run/store/postgres/test/first-append.ts',
    'test/servers/{chat/server,rush/worker}.ts',
    'test/sources.ts',
  ],
  project: '{src,test,examples,scripts,bench}/**/*.ts',
  ignore: ['examples/{chat,voice}/**'], // packages of their own
  ignoreExportsUsedInFile: { interface: true, type: true }, // the shape of a public type is public
  ignoreBinaries: ['openssl'], // makes the certificate of a test, which is left out without it
  // Run by scripts/exports.ts; what `langchain` itself brings for programs that wait for a person; run as a process by src/run/mcp/test.
  ignoreDependencies: [
    '@arethetypeswrong/cli',
    '@langchain/langgraph',
    '@modelcontextprotocol/server-everything',
  ],
} satisfies KnipConfig
