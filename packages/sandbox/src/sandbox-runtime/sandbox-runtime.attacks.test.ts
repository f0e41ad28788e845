import { withstandsAttacks } from '../attacks/withstands-attacks.ts'
import { openSandbox } from '../open-sandbox.ts'
import { admittedAttacks } from './admitted-attacks.ts'
import { noSandboxRuntime } from './no-sandbox-runtime.ts'

withstandsAttacks(
  'sandbox-runtime',
  () => openSandbox({ backend: 'sandbox-runtime', concurrency: 3 }),
  { skip: noSandboxRuntime, admitted: admittedAttacks(process.platform) },
)
