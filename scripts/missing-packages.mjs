// Prints the missing Debian packages for running every test, for .ci/run to install.
import { missingRequirements } from './requirements.mjs'

process.stdout.write(
  missingRequirements()
    .flatMap(({ debian }) => debian)
    .join(' '),
)
