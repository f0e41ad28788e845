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

/** One sandbox for the tests of a file, and how they run code in it. */
export function useCodeSandbox(): (code: string, change?: Change) => Promise<CodeResult> {
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

/** Answers with what it was given. */
export const echo: HostFunction = async (args) => ({ value: args })
