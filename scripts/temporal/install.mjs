// node scripts/temporal/install.mjs
// Installs the Temporal server of the tests for this account, once (44 MB to download).
import { installTemporal } from './temporal-program.mjs'

installTemporal()
