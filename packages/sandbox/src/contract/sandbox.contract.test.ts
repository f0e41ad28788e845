import { noBubblewrap } from '../bubblewrap/no-bubblewrap.ts'
import { openSandbox } from '../open-sandbox.ts'
import { sandboxContract } from './sandbox.contract.ts'

sandboxContract('bubblewrap', () => openSandbox({ concurrency: 2 }), { skip: noBubblewrap })
sandboxContract('unisolated', () => openSandbox({ unisolated: true, concurrency: 2 }), {
  limitsMemory: false,
  limitsFileSize: false,
  givesNetwork: false,
  mountsLayers: false,
})
