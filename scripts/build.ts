/** Builds every published package into `dist/packages`: `npm run build`. */
import { buildPackages } from './pack/build-packages.ts'
import { describeBuildError } from './pack/describe-build-error.ts'

try {
  buildPackages((name) => process.stdout.write(`  ${name}\n`))
} catch (error) {
  process.stderr.write(`${describeBuildError(error)}\n`)
  process.exitCode = 1
}
