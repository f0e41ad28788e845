/** Builds every published package into `dist/packages`: `npm run build`. */
import { buildPackages } from './pack/build-packages.ts'

try {
  buildPackages((name) => process.stdout.write(`  ${name}\n`))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
