import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker'
import { expect, it } from 'vitest'
import { startTemporalServer } from '../../../../../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../../../../../scripts/temporal/temporal-program.mjs'
import { silent } from '../testing/engine-world.ts'
import { installTemporalRuntime } from './temporal-runtime.ts'
import type { returnEarlierRuns } from './testing/stateful-workflow.ts'

const noTemporal = findTemporal() === undefined

it.skipIf(noTemporal)(
  'C8: nothing that a module keeps passes from the run of one organisation to that of another',
  async () => {
    installTemporalRuntime(silent)
    const { address, stop } = await startTemporalServer()
    const native = await NativeConnection.connect({ address })
    const connection = await Connection.connect({ address })
    try {
      const workflowsPath = join(import.meta.dirname, 'testing/stateful-workflow.ts')
      const workflowBundle = await bundleWorkflowCode({
        workflowsPath,
        logger: new DefaultLogger('WARN'),
      })
      const taskQueue = 'module-state'
      const worker = await Worker.create({ connection: native, taskQueue, workflowBundle })
      const run = (organisation: string) =>
        new Client({ connection }).workflow.execute<typeof returnEarlierRuns>('returnEarlierRuns', {
          ...{ taskQueue, workflowId: organisation, args: [organisation] },
        })
      const left = await worker.runUntil(async () => [
        await run('org_1'),
        await run('org_2'),
        ...(await Promise.all([run('org_3'), run('org_4')])),
      ])
      expect(left).toEqual([[], [], [], []])
    } finally {
      await connection.close()
      await native.close()
      await stop()
    }
  },
  60_000,
)
