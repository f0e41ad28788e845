/**
 * What the product promises, shown against real server processes over the wire. Exits non-zero at the first
 * promise that does not hold. `npm run proof` runs every part, `npm run proof -- packages` one of them.
 */
import { proveFunds } from './proof/funds/prove-funds.ts'
import { proveFuzz } from './proof/fuzz/prove-fuzz.ts'
import { proveLayers } from './proof/layers/prove-layers.ts'
import { proveLibrary } from './proof/library/prove-library.ts'
import { proveMainJob } from './proof/main-job.ts'
import { provePackages } from './proof/packages/prove-packages.ts'
import { provePortable } from './proof/portable/prove-portable.ts'
import { proveScripts } from './proof/scripts/prove-scripts.ts'
import { proveTriggers } from './proof/triggers/prove-triggers.ts'

const parts: Record<string, (args: readonly string[]) => Promise<void>> = {
  main: proveMainJob,
  packages: provePackages,
  portable: provePortable,
  scripts: proveScripts,
  layers: proveLayers,
  library: proveLibrary,
  signals: proveTriggers,
  funds: proveFunds,
  fuzz: proveFuzz,
}

const [wanted, ...args] = process.argv.slice(2)
if (wanted !== undefined && !Object.hasOwn(parts, wanted)) {
  process.stderr.write(`There is no part ${wanted}; there are ${Object.keys(parts).join(', ')}.\n`)
  process.exit(2)
}
for (const [name, prove] of Object.entries(parts)) {
  if (wanted !== undefined && name !== wanted) continue
  process.stdout.write(`\n# ${name}\n`)
  await prove(args)
}
