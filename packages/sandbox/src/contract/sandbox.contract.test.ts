import { openSandbox } from '../open-sandbox.ts'
import { findBubblewrap } from '../probe/probe-bubblewrap.ts'
import { sandboxContract } from './sandbox.contract.ts'

const noBubblewrap = process.platform !== 'linux' || findBubblewrap() === undefined

sandboxContract('bubblewrap', () => openSandbox({ concurrency: 2 }), { skip: noBubblewrap })
sandboxContract('unisolated', () => openSandbox({ unisolated: true, concurrency: 2 }), {
  limitsMemory: false,
})
