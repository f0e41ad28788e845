/** `npm run bench [name…]`: every benchmark, or the named ones, each table as it is ready. */
import { benchCode } from './code.bench.ts'
import { benchImport } from './import.bench.ts'
import { benchPromptCache } from './prompt-cache.bench.ts'
import { benchRouting } from './routing.bench.ts'
import { benchRoutingQuality } from './routing-quality.bench.ts'
import { benchSandbox } from './sandbox.bench.ts'
import { benchSearch } from './search.bench.ts'
import { benchServer } from './server.bench.ts'
import { benchSkillMd } from './skill-md.bench.ts'
import { printTable, type Table } from './table.ts'
import { benchWholeTurn } from './whole-turn.bench.ts'

const benchmarks: Record<string, () => Promise<readonly Table[]>> = {
  'skill-md': benchSkillMd,
  import: benchImport,
  server: benchServer,
  search: benchSearch,
  routing: async () => [...(await benchRouting()), ...(await benchWholeTurn())],
  'routing-quality': benchRoutingQuality,
  sandbox: benchSandbox,
  code: benchCode,
  'prompt-cache': benchPromptCache,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  process.stderr.write(
    `No benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}\n`,
  )
  process.exit(2)
}
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stderr.write(`running ${name} …\n`)
  for (const table of await run()) printTable(table)
}
