/**
 * Shows the promises of the product against real server processes over HTTP. Exits non-zero at the first broken
 * promise. `npm run proof` runs the parts, two at a time, `npm run proof -- packages` one of them; `real-model` only by
 * its name.
 */
import { proveApi } from './proof/api/prove-api.ts'
import { proveAttacks } from './proof/attacks/prove-attacks.ts'
import { proveClients } from './proof/clients/prove-clients.ts'
import { proveEngines } from './proof/engines/prove-engines.ts'
import { proveEvidence } from './proof/evidence/prove-evidence.ts'
import { proveFirstMinute } from './proof/first-minute/prove-first-minute.ts'
import { proveFunds } from './proof/funds/prove-funds.ts'
import { proveFuzz } from './proof/fuzz/prove-fuzz.ts'
import { proveLayers } from './proof/layers/prove-layers.ts'
import { proveLibrary } from './proof/library/prove-library.ts'
import { proveMainJob } from './proof/main-job.ts'
import { provePackages } from './proof/packages/prove-packages.ts'
import { provePacked } from './proof/packed/prove-packed.ts'
import { provePortable } from './proof/portable/prove-portable.ts'
import { provePresets } from './proof/presets/prove-presets.ts'
import { proveRealModel } from './proof/real-model/prove-real-model.ts'
import { runInParallel } from './proof/run-in-parallel.ts'
import { proveScripts } from './proof/scripts/prove-scripts.ts'
import { proveSearch } from './proof/search/prove-search.ts'
import { proveSources } from './proof/sources/prove-sources.ts'
import { proveTriggers } from './proof/triggers/prove-triggers.ts'
import { proveUpgrade } from './proof/upgrade/prove-upgrade.ts'
import { runProgram } from './run-program.ts'

const parts: Record<string, (args: readonly string[]) => Promise<void>> = {
  main: proveMainJob,
  'first-minute': proveFirstMinute,
  packages: provePackages,
  portable: provePortable,
  presets: provePresets,
  scripts: proveScripts,
  layers: proveLayers,
  search: proveSearch,
  sources: proveSources,
  library: proveLibrary,
  triggers: proveTriggers,
  funds: proveFunds,
  fuzz: proveFuzz,
  clients: proveClients,
  engines: proveEngines,
  upgrade: proveUpgrade,
  evidence: proveEvidence,
  api: proveApi,
  attacks: proveAttacks,
  packed: provePacked,
  'real-model': proveRealModel,
}

/** Takes minutes of a processor, and its packages are not everywhere. */
const onlyByName: ReadonlySet<string> = new Set(['real-model'])

/** Each takes minutes. */
const longest: readonly string[] = ['engines', 'packed', 'clients', 'api', 'fuzz']

const [selected, ...args] = process.argv.slice(2)
if (selected !== undefined && !Object.hasOwn(parts, selected)) {
  process.stderr.write(
    `Unknown part: ${selected}. Known parts: ${Object.keys(parts).join(', ')}.\n`,
  )
  process.exit(2)
}
process.exitCode = (await (selected === undefined ? proveAll() : prove(selected))) ? 0 : 1

/** Throws at the first broken promise. */
async function prove(name: string): Promise<boolean> {
  process.stdout.write(`\n# ${name}\n`)
  const began = performance.now()
  await parts[name]?.(args)
  process.stdout.write(`  (${name}: ${Math.round((performance.now() - began) / 1000)} s)\n`)
  return true
}

function proveAll(): Promise<boolean> {
  const others = Object.keys(parts).filter((name) => !longest.includes(name))
  return runInParallel({
    names: [...longest, ...others].filter((name) => !onlyByName.has(name)),
    report: (text) => process.stdout.write(text),
    run: async (name) => {
      const program = [...process.execArgv, import.meta.filename, name]
      const { code, output } = await runProgram(process.execPath, program, { cwd: process.cwd() })
      return { isKept: code === 0, output }
    },
  })
}
