import { afterAll, beforeAll, describe } from 'vitest'
import type { Sandbox } from '../execution.ts'
import { endingContract } from './ending.contract.ts'
import { filesContract } from './files.contract.ts'
import { interpreterContract } from './interpreter.contract.ts'
import { layersContract } from './layers.contract.ts'
import { networkContract } from './network.contract.ts'
import { plainRunContract } from './plain-run.contract.ts'
import { refusalContract } from './refusal.contract.ts'

export interface ContractOptions {
  /** The machine lacks what this backend needs: its tests are skipped by name. */
  readonly skip?: boolean
  /** It measures memory and ends what takes too much. */
  readonly limitsMemory?: boolean
  /** It can give a script a socket and nothing else of a network. */
  readonly givesNetwork?: boolean
  /** It can show a script folders of the machine. */
  readonly mountsLayers?: boolean
}

/** What every backend promises, whatever it isolates with. `open` gives one with room for two at once. */
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
    plainRunContract(opened)
    interpreterContract(opened)
    filesContract(opened)
    endingContract(opened, { limitsMemory: options.limitsMemory ?? true })
    refusalContract(opened)
    networkContract(opened, { given: options.givesNetwork ?? true })
    layersContract(opened, { mounted: options.mountsLayers ?? true })
  })
}
