import { afterAll, beforeAll, describe } from 'vitest'
import type { Sandbox } from '../execution/execution.ts'
import { basicRunContract } from './basic-run.contract.ts'
import { endingContract } from './ending.contract.ts'
import { filesContract } from './files.contract.ts'
import { interpreterContract } from './interpreter.contract.ts'
import { layersContract } from './layers.contract.ts'
import { networkContract } from './network.contract.ts'
import { rejectionContract } from './rejection.contract.ts'

export interface ContractOptions {
  /** The machine cannot run this backend: its tests are skipped by name. */
  readonly skip?: boolean
  /** The backend measures memory and kills excess use. */
  readonly limitsMemory?: boolean
  /** False: it does not limit the size of one file. */
  readonly limitsFileSize?: boolean
  /** The backend can provide a socket and no other network. */
  readonly givesNetwork?: boolean
  /** The backend can mount host folders. */
  readonly mountsLayers?: boolean
}

/** The contract of every backend. `open` returns one with a concurrency of two. */
export function sandboxContract(
  name: string,
  open: () => Promise<Sandbox>,
  options: ContractOptions = {},
): void {
  describe.skipIf(options.skip)(`${name} keeps the sandbox contract`, () => {
    let sandbox: Sandbox | undefined
    beforeAll(async () => {
      sandbox = await open()
    }, 60_000)
    afterAll(() => sandbox?.close(0))

    const opened = (): Sandbox => {
      if (!sandbox) throw new Error('The sandbox did not open.')
      return sandbox
    }
    basicRunContract(opened)
    interpreterContract(opened)
    filesContract(opened)
    const { limitsMemory = true, limitsFileSize = true } = options
    endingContract(opened, { limitsMemory, limitsFileSize })
    rejectionContract(opened)
    networkContract(opened, { providesNetwork: options.givesNetwork ?? true })
    layersContract(opened, { mountsLayers: options.mountsLayers ?? true })
  })
}
