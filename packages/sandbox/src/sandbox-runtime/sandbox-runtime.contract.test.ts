import { sandboxContract } from '../contract/sandbox.contract.ts'
import { openSandbox } from '../open-sandbox.ts'
import { noSandboxRuntime } from './no-sandbox-runtime.ts'

sandboxContract(
  'sandbox-runtime',
  () => openSandbox({ backend: 'sandbox-runtime', concurrency: 2 }),
  { skip: noSandboxRuntime, givesNetwork: false, mountsLayers: false },
)
