import { describeAttackResistance } from '../attacks/attack-resistance.ts'
import { openSandbox } from '../open-sandbox.ts'
import { knownWeaknesses } from './known-weaknesses.ts'
import { noSandboxRuntime } from './no-sandbox-runtime.ts'

describeAttackResistance(
  'sandbox-runtime',
  () => openSandbox({ backend: 'sandbox-runtime', concurrency: 3 }),
  { skip: noSandboxRuntime, knownWeaknesses: knownWeaknesses(process.platform) },
)
