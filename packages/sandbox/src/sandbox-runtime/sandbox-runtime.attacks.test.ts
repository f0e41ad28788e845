import { testAttacks } from '../attacks/test-attacks.ts'
import { openSandbox } from '../open-sandbox.ts'
import { knownLimits } from './known-limits.ts'
import { noSandboxRuntime } from './no-sandbox-runtime.ts'

testAttacks('sandbox-runtime', () => openSandbox({ backend: 'sandbox-runtime', concurrency: 3 }), {
  skip: noSandboxRuntime,
  knownLimits: knownLimits(process.platform),
})
