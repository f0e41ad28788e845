/** `npm run bench [name…]`: runs every benchmark, or the named ones; prints each table when it is ready. */
import { benchBodies } from './bodies.bench.ts'
import { benchCode } from './code.bench.ts'
import { benchFairness } from './fairness.bench.ts'
import { benchImport } from './import.bench.ts'
import { benchInbox } from './inbox.bench.ts'
import { benchIndexStart } from './index-start.bench.ts'
import { benchLanguages } from './languages.bench.ts'
import { benchLoad } from './load.bench.ts'
import { benchLongRun } from './long-run.bench.ts'
import { benchMcp } from './mcp.bench.ts'
import { benchPage } from './page.bench.ts'
import { benchPromptCache } from './prompt-cache.bench.ts'
import { benchRanking } from './ranking.bench.ts'
import { benchRequestFairness } from './request-fairness.bench.ts'
import { benchRouting } from './routing.bench.ts'
import { benchRoutingQuality } from './routing-quality.bench.ts'
import { benchSandbox } from './sandbox.bench.ts'
import { benchScanner } from './scanner.bench.ts'
import { benchSearch } from './search.bench.ts'
import { benchServer } from './server.bench.ts'
import { benchSkillList } from './skill-list.bench.ts'
import { benchSkillMd } from './skill-md.bench.ts'
import { benchSkillSorts } from './skill-sorts.bench.ts'
import { benchSources } from './sources.bench.ts'
import { benchStats } from './stats.bench.ts'
import { benchSync } from './sync.bench.ts'
import { printTable, type Table } from './table.ts'
import { benchWholeTurn } from './whole-turn.bench.ts'

const benchmarks: Record<string, () => Promise<readonly Table[]>> = {
  'skill-md': benchSkillMd,
  import: benchImport,
  inbox: benchInbox,
  'index-start': benchIndexStart,
  load: benchLoad,
  server: benchServer,
  mcp: benchMcp,
  bodies: benchBodies,
  search: benchSearch,
  ranking: benchRanking,
  languages: benchLanguages,
  routing: async () => [...(await benchRouting()), ...(await benchWholeTurn())],
  'routing-quality': benchRoutingQuality,
  sandbox: benchSandbox,
  code: benchCode,
  fairness: async () => [...(await benchFairness()), ...(await benchRequestFairness())],
  scanner: benchScanner,
  sources: async () => [...(await benchSources()), ...(await benchSync())],
  'prompt-cache': benchPromptCache,
  'long-run': benchLongRun,
  'skill-list': benchSkillList,
  'skill-sorts': benchSkillSorts,
  stats: benchStats,
  page: benchPage,
}

const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown benchmark: ${unknown.join(', ')}. Known: ${Object.keys(benchmarks).join(', ')}\n`,
  )
  process.exit(2)
}
for (const [name, run] of Object.entries(benchmarks)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  process.stderr.write(`running ${name} …\n`)
  for (const table of await run()) printTable(table)
}
