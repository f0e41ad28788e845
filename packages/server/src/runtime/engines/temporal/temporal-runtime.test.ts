import pino from 'pino'
import { expect, it } from 'vitest'
import { logOfTemporal } from './temporal-runtime.ts'

it('what Temporal warns of names the workflow, and so the run, where it is about one', () => {
  const lines: string[] = []
  const log = logOfTemporal(pino({}, { write: (line) => void lines.push(line) }))
  const meta = { workflowId: 'run/run_1', activityType: 'takeAction', attempt: 2, taskToken: 'x' }
  log({ level: 'WARN', message: 'Activity failed', meta: { ...meta, error: new Error('late') } })
  log({ level: 'ERROR', message: 'Connection lost' })
  log({ level: 'WARN', message: 'No workflows registered, not polling' })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      ...{ workflow_id: 'run/run_1', activity: 'takeAction', attempt: 2 },
      ...{ msg: 'temporal: Activity failed', err: { message: 'late' } },
    },
    { msg: 'temporal: Connection lost' },
  ])
  expect(lines.join('')).not.toContain('taskToken')
})
