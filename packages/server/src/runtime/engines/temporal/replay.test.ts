import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from '@temporalio/worker'
import { expect, it } from 'vitest'
import { silent } from '../testing/engine-world.ts'
import { installTemporalRuntime } from './temporal-runtime.ts'
import { type History, readHistory } from './testing/read-history.ts'
import { workflowBundle } from './workflow-bundle.ts'

const folder = join(import.meta.dirname, 'histories')
const histories = readdirSync(folder)

async function replay(history: History): Promise<void> {
  installTemporalRuntime(silent)
  await Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, history, 'run/run_1')
}

it('there is a history of every shape of this version', () => {
  expect(histories).toEqual(
    expect.arrayContaining([
      ...['approved-by-action.json', 'approved-by-segment.json'],
      ...['cancelled.json', 'script.json'],
    ]),
  )
})

it.each(histories)('C8: a workflow whose history is %s goes on with this version', async (file) => {
  await expect(replay(readHistory(join(folder, file)))).resolves.toBeUndefined()
})

it('a history that this version would not have written is refused', async () => {
  const history = readHistory(join(folder, 'approved-by-action.json'))
  for (const { activityTaskScheduledEventAttributes: scheduled } of history.events ?? []) {
    if (scheduled) scheduled.activityType = { name: 'takeOtherAction' }
  }
  await expect(replay(history)).rejects.toThrow(/[Nn]ondeterminis/)
})
