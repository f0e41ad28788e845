import { afterAll, beforeAll } from 'vitest'
import { type CodeJob, type CodeResult, defaultCodeLimits, type HostFunction } from '../code-job.ts'
import { type CodeSandbox, openCodeSandbox } from '../code-sandbox.ts'

type Change = Partial<Omit<CodeJob, 'limits'>> & { readonly limits?: Partial<CodeJob['limits']> }

export function sampleJob(code: string, { limits, ...change }: Change = {}): CodeJob {
  return {
    ...{ code, libraries: {}, calls: {}, input: null, queueKey: 'test' },
    ...change,
    limits: { ...defaultCodeLimits, wallMs: 60_000, ...limits },
  }
}

/** Opens one sandbox for the tests of a file and returns a function that runs code in it. */
export function createCodeSandboxRunner(): (code: string, change?: Change) => Promise<CodeResult> {
  let sandbox: CodeSandbox | undefined
  beforeAll(async () => {
    sandbox = await openCodeSandbox({ workers: 2 })
  })
  afterAll(() => sandbox?.close())
  return (code, change) => {
    if (!sandbox) throw new Error('Call it from a test.')
    return sandbox.run(sampleJob(code, change))
  }
}

/** Returns its arguments. */
export const echo: HostFunction = async (args) => ({ value: args })
