// Prints the Debian packages this machine lacks for running every test, for .ci/run to install.
import { missingRequirements } from './requirements.mjs'

process.stdout.write(
  missingRequirements()
    .flatMap(({ debian }) => debian)
    .join(' '),
)
